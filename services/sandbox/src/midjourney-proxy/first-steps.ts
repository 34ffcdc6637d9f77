import type { JsonRecord } from '../json-record.ts';
import { areDataUrls, isPicture } from './read-images.ts';
import { parentOf, problem, type ReadSubmission } from './submission.ts';
import { invalid, noTask, wrongState } from './submit-result.ts';

/** What begins with words or pictures of the caller. */

const noPrompt = problem(invalid('prompt不能为空'));
const noPicture = problem(invalid('base64不能为空'));
const wrongPicture = problem(invalid('base64格式错误'));
const dimensions = ['PORTRAIT', 'SQUARE', 'LANDSCAPE'];

function promptOf({ prompt }: JsonRecord): string {
  return typeof prompt === 'string' ? prompt.trim() : '';
}

export const imagine: ReadSubmission = (body) => {
  const prompt = promptOf(body);
  if (prompt === '') return noPrompt;
  if (!areDataUrls(body.base64Array ?? [])) return wrongPicture;
  return { action: 'IMAGINE', prompt, description: `/imagine ${prompt}` };
};

export const blend: ReadSubmission = ({ base64Array: pictures, dimensions: given = 'SQUARE' }) => {
  const count = Array.isArray(pictures) ? pictures.length : 0;
  if (count < 2 || count > 5) return problem(invalid('base64List参数错误'));
  if (!dimensions.includes(String(given))) return problem(invalid('dimensions参数错误'));
  if (!areDataUrls(pictures)) return wrongPicture;
  return { action: 'BLEND', prompt: '', description: `/blend ${count}` };
};

export const describe: ReadSubmission = ({ base64, link }) => {
  if (!base64 && !link) return noPicture;
  if (base64 ? !areDataUrls([base64]) : !isPicture(link)) return wrongPicture;
  return { action: 'DESCRIBE', prompt: '', description: '/describe' };
};

export const shorten: ReadSubmission = (body) => {
  const prompt = promptOf(body);
  return prompt === '' ? noPrompt : { action: 'SHORTEN', prompt, description: `/shorten ${prompt}` };
};

export const edits: ReadSubmission = (body) => {
  const prompt = promptOf(body);
  if (prompt === '') return noPrompt;
  if (!body.image) return problem(invalid('image不能为空'));
  if (!isPicture(body.image) || (body.maskBase64 && !isPicture(body.maskBase64))) return wrongPicture;
  return { action: 'EDITS', prompt, description: `/edits ${prompt}` };
};

export const swapFace: ReadSubmission = ({ sourceBase64: source, targetBase64: target }) => {
  if (!source || !target) return noPicture;
  return areDataUrls([source, target])
    ? { action: 'SWAP_FACE', prompt: '', description: '/swap' }
    : wrongPicture;
};

export const video: ReadSubmission = (body, known) => {
  const { motion, image, action, index = 0, batchSize = 1, endImage } = body;
  if (motion !== 'low' && motion !== 'high') return problem(invalid('motion参数错误'));
  if (![1, 2, 4].includes(Number(batchSize))) return problem(invalid('batchSize参数错误'));
  if (endImage && !isPicture(endImage)) return wrongPicture;
  const film = {
    action: 'VIDEO',
    prompt: promptOf(body),
    description: '/video',
    batchSize: Number(batchSize),
  };
  if (action === 'extend') {
    if (![0, 1, 2, 3].includes(Number(index))) return problem(invalid('index参数错误'));
    const parent = parentOf(body.taskId, known, noTask, wrongState);
    return 'problem' in parent ? parent : { ...film, parent, index: Number(index) };
  }
  if (!image) return problem(invalid('image不能为空'));
  return isPicture(image) ? film : wrongPicture;
};
