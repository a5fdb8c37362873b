// What stands in the splash scene, and how it is drawn: an inventory of chamfered tiles, some
// with an engraved sign, and one ember item that hovers over its slot and sends slow rings of light.
//
// A frame is drawn twice as SVG. The colours of these drawings are measures for shade.mjs:
//
//              red              green            blue
//   surfaces   albedo           edge highlight   openness to the light below
//   lights     ember emission   mint emission    none
import { createDrawing } from './drawing.mjs';
import { glyphs } from './glyphs.mjs';
import { heroState, noise, tileState } from './motion.mjs';
import { clip, lying, standing } from './shapes.mjs';

/** The camera looks along this angle (radians); the ember item turns its face to it. */
export const cameraYaw = (-32 * Math.PI) / 180;

const spacing = 1.12;
const half = 0.5;
const chamfer = 0.24;
const thickness = 0.5;
const recess = 0.06;
const dark = [0, 0, 0];

/** Which tiles bear a sign: column, row, name. */
const engraved = [
  [-1, 1, 'picture'],
  [1, 1, 'code'],
  [1, -1, 'talk'],
  [-1, -1, 'voice'],
  [0, 2, 'cube'],
  [2, 0, 'chart'],
  [-2, 0, 'spark'],
  [0, -2, 'pen'],
  [-3, 2, 'agents'],
  [-2, 3, 'play'],
  [3, 2, 'search'],
  [2, 3, 'spark'],
  [3, -2, 'picture'],
  [2, -3, 'cube'],
  [-2, -2, 'search'],
  [4, 0, 'voice'],
  [0, 4, 'talk'],
  [-4, 1, 'code'],
  [1, -4, 'chart'],
  [4, 4, 'play'],
  [-4, 4, 'chart'],
  [4, -4, 'agents'],
];

/** All tiles that the camera can see, the farthest first. */
export function createTiles(camera, { width, height }) {
  const signs = new Map(engraved.map(([x, z, sign]) => [`${x},${z}`, sign]));
  const tiles = [];
  for (let column = -16; column <= 16; column += 1) {
    for (let row = -16; row <= 16; row += 1) {
      const [x, z] = [column * spacing, row * spacing];
      const [pixelX, pixelY, depth] = camera.project([x, 0, z]);
      const margin = (camera.focal / depth) * 1.2;
      const seen =
        pixelX > -margin && pixelX < width + margin && pixelY > -margin && pixelY < height + margin;
      const sign = pixelY < height * 0.8 ? signs.get(`${column},${row}`) : undefined;
      if (seen) tiles.push({ x, z, column, row, depth, sign });
    }
  }
  return tiles.sort((a, b) => b.depth - a.depth);
}

/** The walls of a block between its front outline and its back one that the camera sees. */
function wallsOf(front, back) {
  const faces = front.map((from, index) => {
    const next = (index + 1) % front.length;
    return { index, corners: [from, front[next], back[next], back[index]] };
  });
  return faces.filter(({ corners: [a, b, c] }) => {
    const cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    return cross > 0;
  });
}

function drawTile(drawing, camera, tile, time) {
  const { y, glow, ring } = tileState(tile, time);
  const outline = (height, inset) =>
    lying(tile.x, height, tile.z, half - inset, chamfer - 0.45 * inset).map(camera.project);
  const scale = camera.focal / tile.depth / 100;
  const top = outline(y, 0);
  for (const { index, corners } of wallsOf(top, outline(-thickness, 0))) {
    // Light from below fades upwards along the wall.
    const facing = [1, 0.6, 0.5, 0.5, 0.6][index];
    const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => {
      const open = (0.08 + 0.92 * share ** 1.7) * (0.6 + 0.4 * facing);
      return [share, [0.2 * facing * (1 - share), 0, open]];
    });
    drawing.wall(corners, stops);
  }
  const shade = 0.46 + 0.1 * noise(tile.column, tile.row, 3);
  const rim = outline(y, 0.1);
  drawing.shape(top, [shade, 0, 0], dark);
  drawing.shape(rim, [0.5 * shade, 0, 0], dark);
  drawing.shape(clip(outline(y - recess, 0.1), rim), [0.78 * shade, 0, 0], dark);
  drawing.line([...rim, rim[0]], 0.9 * scale, [0.8 * shade, 0.3, 0], dark);
  drawing.line([...top, top[0]], 1.25 * scale, [shade, 0.62, 0], dark);
  drawing.line(top.slice(0, 3), 1.5 * scale, [shade, 1, 0], [0, 0.05 * ring, 0]);
  for (const stroke of tile.sign ? glyphs[tile.sign] : []) {
    const points = stroke.map(([across, up]) =>
      camera.project([tile.x + 0.2 * across, y - recess, tile.z + 0.2 * up]),
    );
    drawing.line(points, 3.1 * scale, [0.5 * shade, 0.2, 0], [0, glow, 0]);
  }
}

/** The ember item: the mark of the product as a thick plate. */
function drawHero(drawing, camera, time) {
  const { y, yaw } = heroState(time);
  const plate = (inset, deep) =>
    standing([0, y, 0], 0.4 - inset, 0.255 - 0.53 * inset, yaw + cameraYaw, deep).map(
      camera.project,
    );
  const front = plate(0, -0.08);
  for (const { index, corners } of wallsOf(front, plate(0, 0.08))) {
    drawing.shape(corners, dark, [[0.2, 0.31, 0.49, 0.6, 0.31][index], 0, 0]);
  }
  drawing.shape(front, dark, [0.86, 0, 0]);
  drawing.face(plate(0.075, -0.08), [1, 0.03, 0], [0.72, 0, 0]);
  drawing.line([...front, front[0]], 1.4, dark, [1, 0.05, 0]);
}

/** Draws one frame: the two SVG documents described at the head of this file. */
export function drawFrame(camera, tiles, time, size) {
  const drawing = createDrawing(size);
  for (const tile of tiles) {
    drawTile(drawing, camera, tile, time);
    if (tile.column === 0 && tile.row === 0) drawHero(drawing, camera, time);
  }
  return drawing.finish();
}
