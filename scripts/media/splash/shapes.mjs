// The shapes of the splash scene: chamfered squares in space, polygons in pixels.

/** The corners of a chamfered square; the cut is the one to the right and away, like the mark's. */
const corners = (size, cut) => [
  [-size, -size],
  [size, -size],
  [size, size - cut],
  [size - cut, size],
  [-size, size],
];

/** A chamfered square that lies around (x, z) at the height `y`. */
export const lying = (x, y, z, size, cut) => corners(size, cut).map(([u, v]) => [x + u, y, z + v]);

/** A chamfered square that stands upright around `centre`, turned by `yaw`, `deep` behind it. */
export const standing = ([x, y, z], size, cut, yaw, deep) =>
  corners(size, cut).map(([u, v]) => [
    x + u * Math.cos(yaw) + deep * Math.sin(yaw),
    y + v,
    z - u * Math.sin(yaw) + deep * Math.cos(yaw),
  ]);

/** The part of the convex polygon `subject` that lies in the convex polygon `frame` (pixels). */
export function clip(subject, frame) {
  const area = frame.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = frame[(index + 1) % frame.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  const side = Math.sign(area);
  return frame.reduce((polygon, from, index) => {
    const to = frame[(index + 1) % frame.length];
    const inside = ([x, y]) =>
      side * ((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));
    return polygon.flatMap((point, at) => {
      const next = polygon[(at + 1) % polygon.length];
      const [here, there] = [inside(point), inside(next)];
      const kept = here >= 0 ? [point] : [];
      if (here >= 0 === there >= 0) return kept;
      const share = here / (here - there);
      return [...kept, point.map((value, axis) => value + (next[axis] - value) * share)];
    });
  }, subject);
}
