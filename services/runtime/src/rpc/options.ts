import type { ChannelOptions } from '@grpc/grpc-js';

/** Room for a request's largest body and the members around it. */
const maxMessageBytes = 65 * 1024 * 1024;

/**
 * A sender stops after this much that the receiver has not read: large enough for big bodies to move, small
 * enough that a stalled reader holds little.
 */
const flowControlWindowBytes = 1024 * 1024;

export const clientOptions: ChannelOptions = {
  'grpc.max_send_message_length': maxMessageBytes,
  'grpc.max_receive_message_length': maxMessageBytes,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.enable_retries': 0,
  // Otherwise https_proxy of the environment, which is for other programs, would lead calls between services out of the network.
  'grpc.enable_http_proxy': 0,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc-node.flow_control_window': flowControlWindowBytes,
};

export const serverOptions: ChannelOptions = {
  'grpc.max_send_message_length': maxMessageBytes,
  'grpc.max_receive_message_length': maxMessageBytes,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 5_000,
};
