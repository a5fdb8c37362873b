// Pictures as numbers: three planes (red, green, blue) of linear light, one after the other.

/** Averages of `source` (three planes of w × h) with a box of ± `radius`, three times: a soft blur. */
export function blur(source, w, h, radius) {
  let from = source;
  let to = new Float32Array(source.length);
  const pass = (length, lines, step, jump) => {
    for (let plane = 0; plane < 3; plane += 1) {
      for (let line = 0; line < lines; line += 1) {
        const base = plane * w * h + line * jump;
        let sum = 0;
        for (let at = -radius; at <= radius; at += 1)
          sum += from[base + Math.min(length - 1, Math.max(0, at)) * step];
        for (let at = 0; at < length; at += 1) {
          to[base + at * step] = sum / (2 * radius + 1);
          sum += from[base + Math.min(length - 1, at + radius + 1) * step];
          sum -= from[base + Math.max(0, at - radius) * step];
        }
      }
    }
    [from, to] = [to, from === source ? new Float32Array(source.length) : from];
  };
  for (let times = 0; times < 3; times += 1) {
    pass(w, h, 1, w);
    pass(h, w, w, 1);
  }
  return from;
}

/** Every second pixel of three planes, averaged over two by two. */
export function halve(source, w, h) {
  const [halfW, halfH] = [w / 2, h / 2];
  const target = new Float32Array(3 * halfW * halfH);
  for (let plane = 0; plane < 3; plane += 1) {
    for (let y = 0; y < halfH; y += 1) {
      for (let x = 0; x < halfW; x += 1) {
        const at = plane * w * h + 2 * y * w + 2 * x;
        target[plane * halfW * halfH + y * halfW + x] =
          (source[at] + source[at + 1] + source[at + w] + source[at + w + 1]) / 4;
      }
    }
  }
  return target;
}

/** Reads three planes of a smaller picture between its pixels: what lies at pixel (x, y) of the large one. */
export function between(source, w, h, factor) {
  return (x, y, plane) => {
    const u = Math.min(w - 1.001, Math.max(0, (x + 0.5) / factor - 0.5));
    const v = Math.min(h - 1.001, Math.max(0, (y + 0.5) / factor - 0.5));
    const at = plane * w * h + (v | 0) * w + (u | 0);
    const [fx, fy] = [u - (u | 0), v - (v | 0)];
    const upper = source[at] + (source[at + 1] - source[at]) * fx;
    const lower = source[at + w] + (source[at + w + 1] - source[at + w]) * fx;
    return upper + (lower - upper) * fy;
  };
}
