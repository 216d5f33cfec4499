/**
 * Takes the picture of the playground for the README, for `npm run generate -- picture`: the built page in Chromium, on a first visit.
 *
 * Beside it is a record of the texts in it: pictures of two machines differ by their fonts, texts don't.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { build, ROOT } from '../commands/build.mjs';
import { findChromium } from '../setup/chromium.mjs';

export const PICTURE = join(ROOT, 'docs', 'playground.png');
const RECORD = join(ROOT, 'dev', 'generate', 'picture.json');
const SIZE = { width: 1280, height: 800 };

/**
 * @typedef {object} Record
 * @property {string} sha256 of the picture
 * @property {number} width in pixels
 * @property {number} height in pixels
 * @property {string[]} texts of the page, and the values of its fields, without versions
 */

/** @returns {Record} that of the committed picture */
export function readRecord() {
  return JSON.parse(readFileSync(RECORD, 'utf8'));
}

/**
 * Describes a picture without its texts.
 *
 * @param {Buffer} png
 * @returns {Omit<Record, 'texts'>}
 * @throws {Error} for a file that isn't a PNG
 */
export function describePicture(png) {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error("The picture isn't a PNG.");
  const sha256 = createHash('sha256').update(png).digest('hex');
  // The first chunk begins with the size.
  return { sha256, width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/**
 * Opens the page as it is now.
 *
 * @returns {Promise<{ png: Buffer, texts: string[] }>}
 */
export async function takePicture() {
  await build(['playground'], console.error);
  const server = await preview({
    configFile: false,
    logLevel: 'silent',
    root: join(ROOT, 'playground'),
    preview: { host: '127.0.0.1', port: 0 },
  });
  const executablePath = await findChromium({ env: process.env, log: console.error });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: SIZE, reducedMotion: 'reduce', colorScheme: 'light' });
    await page.goto(server.resolvedUrls?.local[0] ?? '', { waitUntil: 'networkidle' });
    await page.locator('.state-ok').waitFor();
    const texts = await page.evaluate(readTexts);
    return { png: await page.screenshot(), texts: texts.map((text) => text.replaceAll(/\d+\.\d+\.\d+/g, 'x.y.z')) };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Reads the page that it runs in. */
function readTexts() {
  /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>} */
  const fields = document.querySelectorAll('input, textarea, select');
  // Without the invisible characters that keep lines open.
  const lines = document.body.innerText.split('\n').map((line) => line.replaceAll('\u200b', '').trim());
  return [...lines, ...[...fields].map(({ value }) => value)].filter((text) => text !== '');
}

export async function writePicture() {
  const { png, texts } = await takePicture();
  writeFileSync(PICTURE, png);
  writeFileSync(RECORD, `${JSON.stringify({ ...describePicture(png), texts }, undefined, 2)}\n`);
}

/** @returns {Promise<string[]>} one sentence for each difference between the committed picture and the page */
export async function checkPicture() {
  const { png, texts } = await takePicture();
  const { width, height } = describePicture(png);
  const record = readRecord();
  const sizes = record.width === width && record.height === height ? [] : [`is ${record.width} × ${record.height}`];
  const missing = record.texts
    .filter((text) => !texts.includes(text))
    .map((text) => `shows "${text}", the page doesn't`);
  const added = texts.filter((text) => !record.texts.includes(text)).map((text) => `lacks "${text}"`);
  return [...sizes, ...missing, ...added].map((difference) => `docs/playground.png: ${difference}.`);
}
