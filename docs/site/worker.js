// The search of the site runs in a Worker, which browsers do not give to pages that were opened from a file. There the script
// runs in a hidden frame instead, which takes and sends messages as a Worker does. SPDX-License-Identifier: MIT
if (location.protocol === "file:") {
    window.Worker = class extends EventTarget {
        constructor(url) {
            super();
            const frame = document.createElement("iframe"), waiting = [];
            let ready = false;
            frame.hidden = true;
            document.body.appendChild(frame);
            const inside = frame.contentWindow, give = inside.postMessage.bind(inside);
            this.postMessage = data => ready ? give(data, "*") : waiting.push(data);
            this.terminate = () => frame.remove();
            inside.postMessage = data => {
                const told = new MessageEvent("message", {data});
                if (this.onmessage) this.onmessage(told);
                this.dispatchEvent(told);
            };
            inside.importScripts = (...urls) => Promise.all(urls.map(name => new Promise(done => {
                const more = frame.contentDocument.createElement("script");
                more.onload = done;
                more.src = name;
                frame.contentDocument.head.appendChild(more);
            })));
            const script = frame.contentDocument.createElement("script");
            script.onload = () => {
                ready = true;
                waiting.forEach(data => give(data, "*"));
            };
            script.src = url;
            frame.contentDocument.head.appendChild(script);
        }
    };
}
