/**
 * A text signed by the embedded wallet ([5.12]): shown to its owner in the wallet's own frame, who presses there. Another
 * wallet signs texts in its own window, and none for this page.
 */
import type { EmbeddedWallet } from '../../entities/embedded/embeddedWallet.ts'
import { FrameError } from '../../entities/embedded/frameClient.ts'

/** Answers the signature (EIP-191). Throws {@link FrameError}, `notEmbedded` and `emptyMessage` before the frame is asked. */
export async function signMessage(
  call: EmbeddedWallet['call'],
  { isEmbedded, message }: { readonly isEmbedded: boolean; readonly message: string },
): Promise<string> {
  if (!isEmbedded) throw new FrameError('notEmbedded')
  if (message.trim() === '') throw new FrameError('emptyMessage')
  return (await call('message.sign', { message })).signature
}
