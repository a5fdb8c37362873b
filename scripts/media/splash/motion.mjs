// How everything in the splash scene moves. Each motion repeats a whole number of times in the loop,
// so that the last frame leads into the first.

/** The length of the loop in seconds. */
export const loopSeconds = 12;

/** How often in a loop a ring of light leaves the centre, and how fast it runs (units a second). */
export const ringsPerLoop = 2;
export const ringSpeed = 1.55;

const turn = 2 * Math.PI;
export const clamp = (value) => Math.min(1, Math.max(0, value));

/** From 0 to 1 without corners. */
const smooth = (value) => clamp(value) ** 2 * (3 - 2 * clamp(value));

/** The angle of a full turn in one loop at `time` (seconds). */
export const loopAngle = (time) => (turn * time) / loopSeconds;

/** A number from 0 to 1 that is always the same for the same cell and salt. */
export function noise(x, z, salt) {
  const value = Math.sin(x * 127.1 + z * 311.7 + salt * 74.7) * 43758.5453;
  return value - Math.floor(value);
}

/** The light of a ring at `distance` from the centre: it rises as the ring comes, then fades. */
function ringAt(distance, time) {
  const period = loopSeconds / ringsPerLoop;
  const since = (time - distance / ringSpeed + 4 * loopSeconds) % period;
  const strength = Math.exp(-((distance / 6.2) ** 2)) * smooth((distance - 0.2) / 1.1);
  const coming = Math.exp(-(((period - since) / 0.8) ** 2));
  return strength * Math.max(coming, Math.exp(-((since / 1.7) ** 1.5)));
}

/** How high a tile stands (units) and how brightly its sign glows at `time` (seconds). */
export function tileState(tile, time) {
  const ring = ringAt(Math.hypot(tile.x, tile.z), time);
  const breath = Math.sin(loopAngle(time) + turn * noise(tile.column, tile.row, 1));
  const raised = noise(tile.column, tile.row, 2) > 0.8 ? 0.05 : 0;
  const rest = tile.sign ? 0.09 + ring * 0.3 : raised + ring * 0.05;
  return {
    ring,
    y: rest + breath * 0.018,
    glow: tile.sign ? 0.16 + 0.05 * breath + ring * 0.95 : 0,
  };
}

/** The hovering item: its height, its turn away from the camera (radians), its light. */
export function heroState(time) {
  const beat = loopAngle(time) * ringsPerLoop;
  return {
    y: 0.8 + 0.07 * Math.cos(beat + 0.9),
    yaw: 0.42 * Math.sin(loopAngle(time)),
    light: 1 + 0.22 * Math.exp(-2 * (1 - Math.cos(beat - 0.15))),
  };
}
