// The camera of the splash scene: a calm perspective, close to isometric.

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/**
 * A camera that looks at `target` (x, y, z; y is up) from `distance` units away.
 * Angles are in degrees: `pitch` above the horizon, `yaw` around the vertical, `fieldOfView` from
 * the top of the picture to its bottom.
 */
export function createCamera({ width, height, target, distance, pitch, yaw, fieldOfView }) {
  const radians = Math.PI / 180;
  const [sinPitch, cosPitch] = [Math.sin(pitch * radians), Math.cos(pitch * radians)];
  const [sinYaw, cosYaw] = [Math.sin(yaw * radians), Math.cos(yaw * radians)];
  const forward = [cosPitch * sinYaw, -sinPitch, cosPitch * cosYaw];
  const right = [cosYaw, 0, -sinYaw];
  const up = [sinPitch * sinYaw, cosPitch, sinPitch * cosYaw];
  const position = target.map((value, axis) => value - forward[axis] * distance);
  const focal = height / 2 / Math.tan((fieldOfView / 2) * radians);

  /** The pixel of a point in space, with its depth along the view. */
  function project(point) {
    const away = subtract(point, position);
    const depth = dot(away, forward);
    const scale = focal / depth;
    return [width / 2 + dot(away, right) * scale, height / 2 - dot(away, up) * scale, depth];
  }

  /** Where the ray through a pixel meets the horizontal plane at height `y`. */
  function meetPlane(pixelX, pixelY, y = 0) {
    const across = (pixelX - width / 2) / focal;
    const along = (height / 2 - pixelY) / focal;
    const ray = forward.map((value, axis) => value + right[axis] * across + up[axis] * along);
    const reach = (y - position[1]) / ray[1];
    return position.map((value, axis) => value + ray[axis] * reach);
  }

  return { project, meetPlane, position, focal };
}
