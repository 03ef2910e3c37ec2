// Bodies that attract one another: one step of the leapfrog method.

typedef struct {
    float4 position; // The fourth component is the mass.
    float4 velocity;
} Body;

// Keeps the force finite when two bodies meet.
constant float softening = 1.0e-4f;

float3 acceleration(float3 here, global const Body *bodies, int count) {
    float3 sum = (float3)(0.0f);
    for (int i = 0; i < count; ++i) {
        const float4 other = bodies[i].position;
        const float3 way = other.xyz - here;
        const float inverse = rsqrt(dot(way, way) + softening);
        sum += way * (other.w * inverse * inverse * inverse);
    }
    return sum;
}

kernel void advance(global const Body *restrict before, global Body *restrict after, int count,
                    float dt) {
    const int i = (int)get_global_id(0);
    if (i >= count) {
        return;
    }
    Body body = before[i];
    body.velocity.xyz += acceleration(body.position.xyz, before, count) * dt;
    body.position.xyz += body.velocity.xyz * dt;
    after[i] = body;
}
