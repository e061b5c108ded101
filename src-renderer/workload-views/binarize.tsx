import { AnswerPicture } from '../views/run/answer-picture.tsx';
import type { WorkloadView } from './view.ts';

/** The picture in black and white, and the pixels where two variants disagree. */
export const view: WorkloadView = {
  Picture: ({ detail }) => (
    <AnswerPicture
      detail={detail}
      workload="binarize"
      width="xres"
      height="yres"
      about="White: pixels at or above the mean of the picture. Black: those below it."
      differs="Orange: pixels that one variant makes white and the other black."
    />
  ),
};
