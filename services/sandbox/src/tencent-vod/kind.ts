import type { JsonRecord } from '../json-record.ts';
import type { Shape } from '../media/files/shape.ts';
import { checkImageRequest } from './image-request.ts';
import { shapeOfImage, shapeOfVideo } from './shape-of.ts';
import type { VendorError } from './vendor-error.ts';
import { checkVideoRequest } from './video-request.ts';

/** The two kinds of task: what they are called, how a request for one is checked and what comes of it. */
export interface Kind {
  task: 'AigcVideoTask' | 'AigcImageTask';
  check(body: JsonRecord): VendorError | null;
  shapeOf(body: JsonRecord): Shape;
}

export const kinds: Record<string, Kind> = {
  CreateAigcVideoTask: { task: 'AigcVideoTask', check: checkVideoRequest, shapeOf: shapeOfVideo },
  CreateAigcImageTask: { task: 'AigcImageTask', check: checkImageRequest, shapeOf: shapeOfImage },
};
