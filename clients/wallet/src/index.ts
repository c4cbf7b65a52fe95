/** The door of the frame's application: what runs without a window, for tests; the browser starts `main.ts`. */
export { createWalletFrame, type WalletFrame, type WalletFrameOptions } from './createWalletFrame.ts'
