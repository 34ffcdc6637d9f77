import type { Service } from '@headgate/runtime/lifecycle';
import { Counter } from '@headgate/runtime/metrics';

/** What administrators asked of channels. */
export type Inquiry = 'probe' | 'models' | 'balance';

export type CountInquiry = (inquiry: Inquiry, isSuccess: boolean) => void;

export function createInquiryCounter({ metrics }: Pick<Service, 'metrics'>): CountInquiry {
  const inquiries = new Counter({
    name: 'headgate_text_channel_inquiries_total',
    help: 'What administrators asked of channels: probes, lists of models, balances. None of it is billed.',
    labelNames: ['inquiry', 'result'],
    registers: [metrics],
  });
  return (inquiry, isSuccess) => inquiries.inc({ inquiry, result: isSuccess ? 'success' : 'failure' });
}
