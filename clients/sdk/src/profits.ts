/** Profit of a funded account, taken out by a signed withdrawal. */
import { ValidationError } from './errors.ts'
import { signedAccount } from './signedAccount.ts'
import { sendSigned, type SessionPort, type WriteOptions } from './signedWrite.ts'

export interface SignedProfit {
  readonly time: number
  readonly recipient: string
  readonly signature: string
}

export const profits = (session: SessionPort) => ({
  /** Takes profit out of a funded account; `size` in micro-USDC ([7.23]). Throws what `withdraw` throws. */
  async withdrawProfits(
    { size, recipient }: { readonly size: number; readonly recipient: string },
    options: WriteOptions = {},
  ) {
    if (!Number.isSafeInteger(size) || size <= 0)
      throw new ValidationError('size', 'Must be a positive number')
    return sendSigned(session, {
      call: 'withdrawProfits',
      kind: 'withdraw',
      nonces: 1,
      options,
      body: async ({ time, nonce, recvWindow, signer }) => ({
        order: { time, nonce, size, recipient },
        recvWindow,
        signature: await signer.sign({
          kind: 'profitWithdraw',
          time,
          nonce,
          account: signedAccount(session),
          recipient,
          size,
        }),
      }),
    })
  },

  /**
   * The same, signed elsewhere and at a time of its own: by the frame of an embedded wallet, after a press. Throws what
   * `sign` throws, and what `withdraw` throws.
   */
  withdrawProfitsSignedBy: (
    size: number,
    sign: (nonce: number) => Promise<SignedProfit>,
    options: WriteOptions = {},
  ) =>
    sendSigned(session, {
      call: 'withdrawProfits',
      kind: 'withdraw',
      nonces: 1,
      options,
      body: async ({ nonce, recvWindow }) => {
        const { time, recipient, signature } = await sign(nonce)
        return { order: { time, nonce, size, recipient }, recvWindow, signature }
      },
    }),
})
