import { asRecord, type JsonRecord } from '../json-record.ts';
import { readSize, type Shape, sizeOf } from '../media/files/shape.ts';
import { imageModels } from './image-models.ts';
import { readExtInfo } from './read-ext-info.ts';
import { secondsOf, videoModels } from './video-models.ts';

/** How large and long a film becomes, by what was asked for and what the model takes otherwise. */
export function shapeOfVideo({
  ModelName: name,
  ModelVersion: version,
  OutputConfig: config,
}: JsonRecord): Shape {
  const { Resolution: resolution, AspectRatio: ratio, Duration: seconds } = asRecord(config) ?? {};
  const model = videoModels[String(name)];
  const [usual = 5] = model ? secondsOf(model, String(version)) : [];
  return {
    ...sizeOf(String(ratio ?? '16:9'), String(resolution ?? model?.resolutions[0])),
    seconds: Number(seconds ?? usual),
  };
}

/** The same for a picture. */
export function shapeOfImage({ ModelName: name, OutputConfig: config, ExtInfo: extra }: JsonRecord): Shape {
  const { Resolution: resolution, AspectRatio: ratio } = asRecord(config) ?? {};
  const usual = imageModels[String(name)]?.resolutions[0] ?? '1K';
  const given = readSize(String(readExtInfo(extra)?.size ?? ''));
  return { ...(given ?? sizeOf(String(ratio ?? '1:1'), String(resolution ?? usual))), seconds: 0 };
}
