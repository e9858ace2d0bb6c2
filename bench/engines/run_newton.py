"""run_newton.py: the cases in Newton (Warp) with its MuJoCo solver on the CPU; see bodies.py. SPDX-License-Identifier: MIT"""
import math

import newton
import warp as wp

import bodies

NAME, PACKAGES, WHAT = "Newton", ["newton", "mujoco", "mujoco-warp"], "newton"
wp.config.quiet = True


class Body:
    def __init__(self, case, recipe, texts, dt):
        body, h = case["body"], bodies.height(case["body"])
        self.omega, self.recipe, self.dt = case["fields"].get("Omega", 0.0), recipe, dt
        if self.omega and recipe != "law":
            raise bodies.Unable
        builder = newton.ModelBuilder(gravity=(0.0, 0.0, -bodies.gravity(case)))
        a, b, c = bodies.inertia(case)
        start = case["start"]
        self.body = builder.add_body(xform=wp.transform((start.get("x", 0.0), start.get("y", 0.0), 0.0), wp.quat_identity()), mass=1.0,
                                     inertia=wp.mat33(a, 0.0, 0.0, 0.0, b, 0.0, 0.0, 0.0, c), com=wp.vec3(0.0, 0.0, 0.0),
                                     lock_inertia=True)
        scope = {"newton": newton, "wp": wp, "builder": builder, "body": self.body}
        if recipe == "feet":
            exec(texts.engine(body, "newton", bodies.FEET), scope)
        elif recipe == "flat":
            if body["shape"] == "annulus":
                raise bodies.Unable
            exec(texts.engine(body, "newton"), scope)
            if body["shape"] == "disk":
                builder.add_shape_cylinder(self.body, xform=wp.transform((0.0, 0.0, h), wp.quat_identity()), radius=body["radius"],
                                           half_height=h, cfg=scope["cfg"], custom_attributes=scope["condim"])
            else:
                for x, y, hx, hy in bodies.boxes(body):
                    builder.add_shape_box(self.body, xform=wp.transform((x, y, h), wp.quat_identity()), hx=hx, hy=hy, hz=h,
                                          cfg=scope["cfg"], custom_attributes=scope["condim"])
        else:
            newton.solvers.SolverMuJoCo.register_custom_attributes(builder)
            scope = {"cfg": newton.ModelBuilder.ShapeConfig(density=0.0, mu=0.0), "condim": {"mujoco:condim": 1}}
            side = bodies.extent(body) / 2
            builder.add_shape_box(self.body, xform=wp.transform((0.0, 0.0, h), wp.quat_identity()), hx=side, hy=side, hz=h,
                                  cfg=scope["cfg"], custom_attributes=scope["condim"])
        builder.add_shape_plane(width=0.0, length=0.0, cfg=scope["cfg"], custom_attributes=scope.get("condim"))
        model = builder.finalize(device="cpu")
        self.solver = newton.solvers.SolverMuJoCo(model, use_mujoco_cpu=True, cone="elliptic")
        self.control, self.now, self.next = model.control(), model.state(), model.state()
        self.friction = texts.law(body, "newton").law_friction(model, self.body, bodies.MU, dt) if recipe == "law" else None
        self.moving = False

    def start(self, vx, vy, w):
        self.now.joint_qd.numpy()[:] = [vx, vy, 0, 0, 0, w]
        self.now.body_qd.numpy()[self.body] = [vx, vy, 0, 0, 0, w]
        self.moving = True

    def step(self, load):
        self.now.clear_forces()
        self.now.body_f.numpy()[self.body] = [load[0], load[1], 0, 0, 0, load[2]]
        if self.friction:
            x, y = self.now.body_q.numpy()[self.body][:2]
            omega = self.omega if self.moving else 0.0
            self.friction(self.now, (load[0], load[1], 0), (0, 0, load[2]), (-omega * y, omega * x, 0), omega)
        self.solver.step(self.now, self.next, self.control, None, self.dt)
        self.now, self.next = self.next, self.now

    def state(self):
        q, v = self.now.body_q.numpy()[self.body], self.now.body_qd.numpy()[self.body]
        return tuple(map(float, (*q[:2], bodies.yaw(q[6], q[3], q[4], q[5]), *v[:2], v[5])))
