/** The body of a request whose length is known, as one buffer. */
import type { IncomingMessage } from 'node:http'

/** `whenWhole` is told once everything is there; never, where the connection ends before. */
export function readWhole(request: IncomingMessage, whenWhole: (body: Buffer) => void): void {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => void pieces.push(piece))
  request.on('end', () => whenWhole(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)))
}
