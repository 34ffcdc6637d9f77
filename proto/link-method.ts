import { encodeMessage } from './encode.ts';
import { LinkRequest, LinkResponse, TextGatewayService } from './gen/headgate/text/v1/text.ts';

/** The RPC `Link` as both of its sides use it: what goes over it is most of what they encode. */
export const linkMethod = {
  ...TextGatewayService.link,
  requestSerialize: (message: LinkRequest): Buffer => encodeMessage(LinkRequest, message),
  responseSerialize: (message: LinkResponse): Buffer => encodeMessage(LinkResponse, message),
};
