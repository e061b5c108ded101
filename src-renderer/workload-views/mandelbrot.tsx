import { AnswerPicture } from '../views/run/answer-picture.tsx';
import type { WorkloadView } from './view.ts';

/** The fractal as a variant computes it, and the pixels where two variants disagree. */
export const view: WorkloadView = {
  Picture: ({ detail }) => (
    <AnswerPicture
      detail={detail}
      workload="mandelbrot"
      width="xres"
      height="yres"
      about="Black: inside the set. Other pixels: logarithm of the number of iterations until the point escapes."
      differs="Orange: pixels whose iterations differ. Points at the edge of the set may, where rounding differs between variants."
    />
  ),
};
