// Renders the splash video of the login screen: `node scripts/media/renderSplash.mjs`.
// Needs ffmpeg with libvpx-vp9 and libx264 and takes some minutes; the scene is the same each time.
// `--still SECONDS FILE.png` draws one picture of it instead, for looking at.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { createCamera } from './splash/camera.mjs';
import { loopSeconds } from './splash/motion.mjs';
import { cameraYaw, createTiles, drawFrame } from './splash/scene.mjs';
import { createShader } from './splash/shade.mjs';

const size = { width: 1280, height: 720 };
const framesPerSecond = 30;
/** The loop starts here (seconds), when the first ring is bright: the poster shows this moment. */
const startAt = 1.3;

const media = fileURLToPath(new URL('../../client/public/media', import.meta.url));
const raw = { width: size.width, height: size.height, channels: 3 };
const camera = createCamera({
  ...size,
  target: [-0.2, 0.1, 0.35],
  distance: 17,
  pitch: 36,
  yaw: (cameraYaw * 180) / Math.PI,
  fieldOfView: 24,
});
const tiles = createTiles(camera, size);
const shade = createShader(camera, tiles, size);
const pixels = (svg) => sharp(svg).removeAlpha().raw().toBuffer();

/** One finished frame as raw RGB bytes. */
async function renderFrame(time) {
  const { surfaces, lights } = drawFrame(camera, tiles, time, size);
  const drawn = await Promise.all([pixels(surfaces), pixels(lights)]);
  return shade(...drawn, time);
}

/** Runs ffmpeg with these arguments; `feed`, if given, writes to its input. */
async function ffmpeg(args, feed) {
  const child = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...args], {
    stdio: [feed ? 'pipe' : 'ignore', 'inherit', 'inherit'],
  });
  const closed = once(child, 'close');
  if (feed) {
    await feed(child.stdin);
    child.stdin.end();
  }
  const [code] = await closed;
  if (code !== 0) throw new Error(`ffmpeg ended with code ${code}`);
}

/** Writes every frame of the loop into a lossless video. */
async function renderMaster(master) {
  const frames = loopSeconds * framesPerSecond;
  const shape = `${size.width}x${size.height}`;
  const input = `-f rawvideo -pix_fmt rgb24 -s ${shape} -r ${framesPerSecond} -i - -c:v ffv1`;
  await ffmpeg([...input.split(' '), master], async (stdin) => {
    for (let frame = 0; frame < frames; frame += 1) {
      if (frame % framesPerSecond === 0) console.log(`frame ${frame} of ${frames}`);
      const bytes = await renderFrame(startAt + frame / framesPerSecond);
      if (!stdin.write(bytes)) await once(stdin, 'drain');
    }
  });
}

/** Makes the two videos of the page from the lossless one. */
async function encode(master, folder) {
  const picture = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p';
  const tags = '-colorspace bt709 -color_primaries bt709 -color_trc bt709'.split(' ');
  const source = ['-i', master, '-an', '-vf', picture, ...tags];
  const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', '400k', '-maxrate', '800k', '-g', '360'];
  const pass = (number) => ['-pass', number, '-passlogfile', join(folder, 'pass')];
  const slow = '-cpu-used 1 -row-mt 1 -auto-alt-ref 1 -lag-in-frames 25'.split(' ');
  await ffmpeg([...source, ...vp9, '-cpu-used', '4', ...pass('1'), '-f', 'null', '-']);
  await ffmpeg([...source, ...vp9, ...slow, ...pass('2'), join(media, 'splash.webm')]);
  const h264 = '-c:v libx264 -preset veryslow -crf 28 -aq-mode 3 -profile:v high -level 4.0';
  const fast = ['-movflags', '+faststart'];
  await ffmpeg([...source, ...h264.split(' '), ...fast, join(media, 'splash.mp4')]);
}

const [option, seconds, file] = process.argv.slice(2);
if (option === '--still') {
  await sharp(await renderFrame(Number(seconds)), { raw })
    .png()
    .toFile(file);
} else {
  await sharp(await renderFrame(startAt), { raw })
    .webp({ quality: 82, effort: 6 })
    .toFile(join(media, 'splash-poster.webp'));
  const folder = await mkdtemp(join(tmpdir(), 'splash-'));
  await renderMaster(join(folder, 'master.mkv'));
  await encode(join(folder, 'master.mkv'), folder);
  await rm(folder, { recursive: true });
}
