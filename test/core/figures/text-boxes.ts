import { loadCanvas } from '../../../src-main/core/figures/canvas.ts';

export type TextBox = {
  readonly text: string;
  readonly size: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

const attribute = (element: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1];

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** Boxes that the letters of each text of a figure's SVG fill, in points. */
export function textBoxes(svg: string): readonly TextBox[] {
  const context = loadCanvas().createCanvas(1, 1).getContext('2d');
  return [...svg.matchAll(/<text( [^>]*)>([^<]*)<\/text>/g)].map(
    ([, attributes = '', raw = '']) => {
      const text = unescapeXml(raw);
      const size = Number(attribute(attributes, 'font-size'));
      context.font = `${attribute(attributes, 'font-weight')} ${size}px Inter`;
      const { width } = context.measureText(text);
      const anchor = attribute(attributes, 'text-anchor');
      const x =
        Number(attribute(attributes, 'x')) -
        (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
      const y = Number(attribute(attributes, 'y'));
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = (
        /matrix\(([^)]*)\)/.exec(attribute(attributes, 'transform') ?? '')?.[1]?.split(' ') ?? []
      ).map(Number);
      // Capitals and descenders; accents and the air around a line do not count.
      const corners = [
        [x, y - 0.73 * size],
        [x + width, y - 0.73 * size],
        [x, y + 0.2 * size],
        [x + width, y + 0.2 * size],
      ].map(([px = 0, py = 0]) => [a * px + c * py + e, b * px + d * py + f] as const);
      const xs = corners.map(([px]) => px);
      const ys = corners.map(([, py]) => py);
      return {
        text,
        size,
        left: Math.min(...xs),
        right: Math.max(...xs),
        top: Math.min(...ys),
        bottom: Math.max(...ys),
      };
    },
  );
}

/** Pairs of texts that touch. */
export function collisions(boxes: readonly TextBox[]): readonly string[] {
  return boxes.flatMap((one, i) =>
    boxes
      .slice(i + 1)
      .filter(
        (other) =>
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      )
      .map((other) => `"${one.text}" and "${other.text}"`),
  );
}
