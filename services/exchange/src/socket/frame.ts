/**
 * A message as the bytes that leave: built once and shared by every socket that wants it. Server frames are not
 * masked and carry nothing of the connection, so the same buffer serves all.
 */
const OPCODE = { text: 0x81, binary: 0x82 } as const
export type FrameEncoding = keyof typeof OPCODE

export interface Message {
  frame(encoding: FrameEncoding): Buffer
}

export function createMessage(content: unknown): Message {
  let payload: Buffer | undefined
  const frames: Partial<Record<FrameEncoding, Buffer>> = {}
  return {
    frame: (encoding) => {
      payload ??= Buffer.from(JSON.stringify(content), 'utf8')
      return (frames[encoding] ??= buildFrame(payload, encoding))
    },
  }
}

/** RFC 6455, 5.2: FIN and opcode, length in 7, 16 or 64 bits, payload. */
export function buildFrame(payload: Buffer, encoding: FrameEncoding): Buffer {
  const { length } = payload
  const headLength = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headLength + length)
  frame[0] = OPCODE[encoding]
  if (headLength === 2) frame[1] = length
  else if (headLength === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  payload.copy(frame, headLength)
  return frame
}
