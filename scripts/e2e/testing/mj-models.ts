/** The rows that price the /mj/ family: an action each, at its own number of thousandths of a dollar. */
const thousandths = {
  mj_imagine: 100,
  mj_blend: 90,
  mj_describe: 50,
  mj_shorten: 40,
  mj_edits: 110,
  mj_video: 800,
  mj_video_hd: 2_500,
  mj_swap_face: 60,
  mj_upload: 10,
  mj_upscale: 20,
  mj_variation: 70,
  mj_high_variation: 75,
  mj_reroll: 80,
  mj_inpaint: 120,
};

export type MjModel = keyof typeof thousandths;

/** What a call costs, in quota units. */
export function mjUnits(model: MjModel): bigint {
  return BigInt(thousandths[model]) * 500n;
}

/** As lines below `models:`. */
export const mjModels = Object.entries(thousandths)
  .map(([name, price]) => `  ${name}: { family: mj, price: { call: ${price / 1_000} } }`)
  .join('\n');

/** As a line below `channels:`. */
export const mjChannel = `
  - name: midjourney
    provider: midjourney-proxy
    base_url: "\${HEADGATE_SANDBOX_URL}"
    keys: ["upstream-secret-key"]
    models: [${Object.keys(thousandths).join(', ')}]`;
