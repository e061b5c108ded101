import type { MarkerShape } from './style.ts';

/** The part of a 2D canvas context that the plugins draw with: a browser's, @napi-rs/canvas's or the SVG writer's. */
export type Draw2D = {
  font: string;
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  textAlign: string;
  textBaseline: string;
  lineCap: string;
  lineJoin: string;
  save(): void;
  restore(): void;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, start: number, end: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  clip(): void;
  fill(): void;
  stroke(): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  strokeRect(x: number, y: number, width: number, height: number): void;
  setLineDash(segments: number[]): void;
  fillText(text: string, x: number, y: number): void;
  measureText(text: string): { readonly width: number };
};

/** A straight stroke. */
export function strokeLine(context: Draw2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

const polygon = (context: Draw2D, points: readonly (readonly [number, number])[]) => {
  points.forEach(([x, y], i) => {
    if (i === 0) {
      context.moveTo(x, y);
    } else {
      context.lineTo(x, y);
    }
  });
  context.closePath();
};

const spokes = (
  context: Draw2D,
  x: number,
  y: number,
  radius: number,
  angles: readonly number[],
) => {
  for (const angle of angles) {
    const dx = Math.cos(angle) * radius;
    const dy = Math.sin(angle) * radius;
    context.moveTo(x - dx, y - dy);
    context.lineTo(x + dx, y + dy);
  }
};

export type MarkerPaint = {
  readonly colour: string;
  readonly background: string;
  readonly hollow: boolean;
  readonly radius: number;
};

/** One marker, sized so that all shapes look equally heavy. Leaves the dash solid. */
export function drawMarker(
  context: Draw2D,
  shape: MarkerShape,
  x: number,
  y: number,
  { colour, background, hollow, radius }: MarkerPaint,
): void {
  const open = shape === 'plus' || shape === 'cross' || shape === 'star';
  context.setLineDash([]);
  context.beginPath();
  switch (shape) {
    case 'circle':
      context.arc(x, y, radius, 0, 2 * Math.PI);
      break;
    case 'square':
      context.rect(x - radius * 0.88, y - radius * 0.88, radius * 1.76, radius * 1.76);
      break;
    case 'triangle':
    case 'triangle-down': {
      const up = shape === 'triangle' ? -1 : 1;
      const r = radius * 1.25;
      polygon(context, [
        [x, y + up * r],
        [x + r * 0.9, y - up * r * 0.6],
        [x - r * 0.9, y - up * r * 0.6],
      ]);
      break;
    }
    case 'diamond': {
      const r = radius * 1.3;
      polygon(context, [
        [x, y - r],
        [x + r, y],
        [x, y + r],
        [x - r, y],
      ]);
      break;
    }
    case 'plus':
      spokes(context, x, y, radius * 1.25, [0, Math.PI / 2]);
      break;
    case 'cross':
      spokes(context, x, y, radius * 1.25, [Math.PI / 4, (3 * Math.PI) / 4]);
      break;
    case 'star':
      spokes(context, x, y, radius * 1.25, [Math.PI / 2, Math.PI / 6, (5 * Math.PI) / 6]);
      break;
  }
  context.strokeStyle = colour;
  context.lineWidth = open ? radius * 0.5 : radius * 0.36;
  if (!open) {
    context.fillStyle = hollow ? background : colour;
    context.fill();
  }
  context.stroke();
}
