import type { Measure } from '../../charts/text.ts';

/** a b c d e f of `x' = a x + c y + e`, `y' = b x + d y + f`. */
type Matrix = readonly [number, number, number, number, number, number];

const identity: Matrix = [1, 0, 0, 1, 0, 0];

const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

/** Up to three decimals: a thousandth of a point. */
const number = (value: number): string => String(Number(value.toFixed(3)) + 0);

export const escapeXml = (text: string): string =>
  text
    // What XML cannot hold at all.
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Height of Inter's ascent and descent in its em, for the baselines of a canvas. */
const ascent = 0.96875;
const descent = 0.2412;
const baselineShift: Readonly<Record<string, number>> = {
  top: ascent,
  hanging: ascent * 0.8,
  middle: (ascent - descent) / 2,
  alphabetic: 0,
  ideographic: -descent,
  bottom: -descent,
};
const anchors: Readonly<Record<string, string>> = {
  left: 'start',
  start: 'start',
  center: 'middle',
  right: 'end',
  end: 'end',
};

const visible = (style: string): boolean =>
  style !== 'transparent' && !/^rgba\(.*,\s*0\)$/.test(style);

const fontPattern =
  /^(?:(?:normal|italic) )?(?:(\d{3}|bold|normal) )?([\d.]+)px(?:\/[\d.]+)? (.+)$/;

/** The public attributes of a context, and the rest of what `save` keeps. */
type Saved = readonly [object, Matrix, readonly number[], string | null];

/**
 * The part of a 2D canvas context that charts draw with, written down as SVG elements: whole strings as text, dashes
 * as dashes. Anything else that a chart asks for is missing and throws.
 */
export class SvgContext {
  readonly #measure: (font: string) => Measure;
  readonly #body: string[] = [];
  readonly #clips = new Map<string, string>();
  readonly #stack: Saved[] = [];
  readonly fonts = new Set<string>();
  fillStyle = '#000000';
  strokeStyle = '#000000';
  lineWidth = 1;
  lineCap = 'butt';
  lineJoin = 'miter';
  miterLimit = 10;
  globalAlpha = 1;
  font = '10px sans-serif';
  textAlign = 'start';
  textBaseline = 'alphabetic';
  lineDashOffset = 0;
  #path = '';
  #openClip: string | null = null;
  #matrix = identity;
  #dash: readonly number[] = [];
  #clip: string | null = null;

  constructor(measure: (font: string) => Measure) {
    this.#measure = measure;
  }

  /** Everything drawn so far, and the clip paths it refers to. */
  content(): { readonly definitions: string; readonly body: string } {
    this.#useClip(null);
    const definitions = [...this.#clips].map(
      ([path, id]) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`,
    );
    return { definitions: definitions.join('\n'), body: this.#body.join('\n') };
  }

  save(): void {
    this.#stack.push([{ ...this }, this.#matrix, this.#dash, this.#clip]);
  }

  restore(): void {
    const saved = this.#stack.pop();
    if (saved === undefined) return;
    Object.assign(this, saved[0]);
    [, this.#matrix, this.#dash, this.#clip] = saved;
  }

  translate(x: number, y: number): void {
    this.#matrix = multiply(this.#matrix, [1, 0, 0, 1, x, y]);
  }

  rotate(angle: number): void {
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    this.#matrix = multiply(this.#matrix, [c, s, -s, c, 0, 0]);
  }

  scale(x: number, y: number): void {
    this.#matrix = multiply(this.#matrix, [x, 0, 0, y, 0, 0]);
  }

  setLineDash(segments: readonly number[]): void {
    this.#dash = [...segments];
  }

  getLineDash(): readonly number[] {
    return this.#dash;
  }

  beginPath(): void {
    this.#path = '';
  }

  closePath(): void {
    this.#path += 'Z';
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${this.#at(x, y)}`;
  }

  lineTo(x: number, y: number): void {
    if (this.#path === '') {
      this.moveTo(x, y);
    } else {
      this.#path += `L${this.#at(x, y)}`;
    }
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#path += `C${this.#at(x1, y1)} ${this.#at(x2, y2)} ${this.#at(x, y)}`;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.moveTo(x, y);
    this.lineTo(x + width, y);
    this.lineTo(x + width, y + height);
    this.lineTo(x, y + height);
    this.closePath();
  }

  arc(x: number, y: number, radius: number, start: number, end: number, back = false): void {
    const m = this.#matrix;
    const r = number(radius * Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2])));
    const point = (angle: number): readonly [number, number] => [
      x + radius * Math.cos(angle),
      y + radius * Math.sin(angle),
    ];
    const turn = 2 * Math.PI;
    const whole = Math.abs(end - start) >= turn - 1e-9;
    const sweep = whole ? turn : (((back ? start - end : end - start) % turn) + turn) % turn;
    const direction = back ? -1 : 1;
    this.lineTo(...point(start));
    // In halves, since one arc cannot return to where it began.
    for (const part of [0.5, 1]) {
      this.#path += `A${r} ${r} 0 0 ${back ? 0 : 1} ${this.#at(...point(start + direction * sweep * part))}`;
    }
  }

  clip(): void {
    // Clips of charts are not nested but for equal areas: the innermost counts.
    let id = this.#clips.get(this.#path);
    if (id === undefined) {
      id = `clip${this.#clips.size + 1}`;
      this.#clips.set(this.#path, id);
    }
    this.#clip = id;
  }

  fill(): void {
    if (this.#path !== '' && visible(this.fillStyle)) {
      this.#add(`<path d="${this.#path}" fill="${this.#colour(this.fillStyle)}"${this.#alpha()}/>`);
    }
  }

  stroke(): void {
    if (this.#path !== '' && this.lineWidth > 0 && visible(this.strokeStyle)) {
      this.#add(`<path d="${this.#path}" fill="none"${this.#strokeAttributes()}/>`);
    }
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    const before = this.#path;
    this.beginPath();
    this.rect(x, y, width, height);
    this.fill();
    this.#path = before;
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    const before = this.#path;
    this.beginPath();
    this.rect(x, y, width, height);
    this.stroke();
    this.#path = before;
  }

  /** A fresh picture is empty already, and charts wipe only before they draw. */
  clearRect(): void {}

  measureText(text: string): { readonly width: number } {
    return { width: this.#measure(this.font)(text) };
  }

  fillText(text: string, x: number, y: number): void {
    if (text.trim() === '') {
      return;
    }
    const { font, textAlign, textBaseline, fillStyle } = this;
    const matrix = this.#matrix;
    const [, weight = '400', size = '10', family = 'sans-serif'] = fontPattern.exec(font) ?? [];
    const heavy = weight === 'bold' ? '600' : weight === 'normal' ? '400' : weight;
    this.fonts.add(heavy);
    const shift = (baselineShift[textBaseline] ?? 0) * Number(size);
    const plain = matrix[0] === 1 && matrix[1] === 0 && matrix[2] === 0 && matrix[3] === 1;
    const place = plain
      ? `x="${number(x + matrix[4])}" y="${number(y + shift + matrix[5])}"`
      : `transform="matrix(${matrix.map(number).join(' ')})" x="${number(x)}" y="${number(y + shift)}"`;
    this.#add(
      `<text ${place} font-family="${escapeXml(family)}" font-size="${number(Number(size))}" font-weight="${heavy}" ` +
        `text-anchor="${anchors[textAlign] ?? 'start'}" fill="${this.#colour(fillStyle)}"${this.#alpha()}>${escapeXml(text)}</text>`,
    );
  }

  #at(x: number, y: number): string {
    const m = this.#matrix;
    return `${number(m[0] * x + m[2] * y + m[4])} ${number(m[1] * x + m[3] * y + m[5])}`;
  }

  #colour(style: unknown): string {
    return escapeXml(String(style));
  }

  #alpha(): string {
    const { globalAlpha } = this;
    return globalAlpha === 1 ? '' : ` opacity="${number(globalAlpha)}"`;
  }

  #strokeAttributes(): string {
    const { strokeStyle, lineWidth, lineCap, lineJoin, lineDashOffset } = this;
    const dash = this.#dash;
    return [
      ` stroke="${this.#colour(strokeStyle)}" stroke-width="${number(lineWidth)}"`,
      lineCap === 'butt' ? '' : ` stroke-linecap="${lineCap}"`,
      lineJoin === 'miter' ? '' : ` stroke-linejoin="${lineJoin}"`,
      dash.length === 0 ? '' : ` stroke-dasharray="${dash.map(number).join(' ')}"`,
      dash.length === 0 || lineDashOffset === 0
        ? ''
        : ` stroke-dashoffset="${number(lineDashOffset)}"`,
      this.#alpha(),
    ].join('');
  }

  #add(element: string): void {
    this.#useClip(this.#clip);
    this.#body.push(element);
  }

  #useClip(clip: string | null): void {
    if (clip === this.#openClip) {
      return;
    }
    if (this.#openClip !== null) {
      this.#body.push('</g>');
    }
    if (clip !== null) {
      this.#body.push(`<g clip-path="url(#${clip})">`);
    }
    this.#openClip = clip;
  }
}
