float half_of(float x) {
    return x / 2.0f;
}

kernel void halves(global float *data) {
    data[get_global_id(0)] = half_of(data[get_global_id(0)]);
}
