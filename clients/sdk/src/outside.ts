/**
 * Calls that parts outside the engine answer: the capital programme, buying USDC, deposits from Solana, posts. An
 * exchange without the part answers 503 with code 0 and a sentence.
 */
import type {
  CapitalActivateRequest,
  CapitalCheckoutRequest,
  CapitalPracticeRequest,
  CapitalRegisterRequest,
  PostRequest,
  SocialLinkRequest,
} from '@vest/protocol'
import { type CallError, ValidationError } from './errors.ts'
import { sendSigned, type SessionPort, type WriteOptions } from './signedWrite.ts'

/** 1099: the wallet is unknown; 1130: nothing to claim, an unknown plan. */
export type CapitalError = CallError<'capitalStatus'>
/** 1143: the transaction cannot be used; 1144: it was used before. */
export type DepositSolanaError = CallError<'depositSolana'>

export interface CapitalStatusQuery {
  /** At most 50; absent: the session's own. */
  readonly address?: readonly string[] | undefined
  /** All of the session's owner, oldest first; without `address`. */
  readonly all?: boolean | undefined
  readonly get_network_type?: boolean | undefined
}

export interface SignedProfit {
  readonly time: number
  readonly recipient: string
  readonly signature: string
}

export const outside = (session: SessionPort) => {
  const { http } = session
  return {
    /** Evaluation plans ([7.6]). Throws what public reads throw. */
    capitalPlans: () => http.get('capitalPlansResponse', '/capital/plans'),

    /** Where capital accounts stand, by lower-case address ([7.5]). Throws {@link CapitalError}. */
    capitalStatus: ({ address, all, get_network_type }: CapitalStatusQuery = {}) =>
      http.get('capitalStatusResponse', '/capital/status', {
        access: 'private',
        query: {
          address,
          all: all === undefined ? undefined : String(all),
          get_network_type: get_network_type === undefined ? undefined : String(get_network_type),
        },
      }),

    /** The certificate of a verdict, as the file to keep; 1099 before there is one. Throws {@link CapitalError}. */
    capitalVerdict: (address?: string) =>
      http.get('capitalVerdictResponse', '/capital/verdict', { access: 'private', query: { address } }),

    /** The page on which a plan is paid ([7.7]). Throws {@link CapitalError}. */
    capitalCheckout: (request: CapitalCheckoutRequest) =>
      http.send('capitalCheckoutResponse', 'POST', '/capital/checkoutSession', {
        access: 'private',
        body: request,
      }),

    /** Opens a practice evaluation: free, and never claimed. Throws {@link CapitalError}. */
    capitalPractice: (request: CapitalPracticeRequest) =>
      http.send('capitalRegisterResponse', 'POST', '/capital/practice', { access: 'private', body: request }),

    /** Opens the capital account of an allocated wallet ([7.3]). Throws {@link CapitalError}. */
    capitalRegister: (request: CapitalRegisterRequest) =>
      http.send('capitalRegisterResponse', 'POST', '/register/capital', { access: 'public', body: request }),

    /** Claims a funded account ([7.4]). Throws {@link CapitalError}. */
    capitalActivate: (request: CapitalActivateRequest) =>
      http.send('capitalActivateResponse', 'POST', '/capital/activateFunded', {
        access: 'private',
        body: request,
      }),

    /** Takes profit out of a funded account; `size` in micro-USDC ([7.23]). Throws what `withdraw` throws. */
    async withdrawProfits(
      { size, recipient }: { readonly size: number; readonly recipient: string },
      options: WriteOptions = {},
    ) {
      if (!Number.isSafeInteger(size) || size <= 0)
        throw new ValidationError('size', 'Must be a positive number')
      return sendSigned(session, {
        kind: 'withdraw',
        path: '/transfer/withdraw/profits',
        answer: 'idResponse',
        nonces: 1,
        options,
        body: async ({ time, nonce, recvWindow, signer }) => ({
          order: { time, nonce, size, recipient },
          recvWindow,
          signature: await signer.sign({
            kind: 'profitWithdraw',
            time,
            nonce,
            account: session.account(),
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
        kind: 'withdraw',
        path: '/transfer/withdraw/profits',
        answer: 'idResponse',
        nonces: 1,
        options,
        body: async ({ nonce, recvWindow }) => {
          const { time, recipient, signature } = await sign(nonce)
          return { order: { time, nonce, size, recipient }, recvWindow, signature }
        },
      }),

    /** The page on which USDC is bought with a card ([7.26]). Throws {@link PrivateReadError}. */
    onRampUrl: () => http.get('onRampUrlResponse', '/onramper/url', { access: 'private' }),

    /** Names a deposit sent on Solana ([7.25]). Throws {@link DepositSolanaError}. */
    depositSolana: (transactionHash: string) =>
      http.send('idResponse', 'POST', '/transfer/deposit/solana', {
        access: 'private',
        body: { transactionHash },
      }),

    /** What the owner has linked, username null without it ([6.8]). Throws {@link PrivateReadError}. */
    socialAccount: () => http.get('socialAccountResponse', '/account/twitter', { access: 'private' }),

    /** Where leave to post is given ([6.8]). Throws {@link PrivateReadError}; 1130: deposit first. */
    linkSocial: () => http.send('socialLinkResponse', 'POST', '/account/twitter/link', { access: 'private' }),

    /** Ends the linking with what the browser came back with. Throws {@link PrivateReadError}; 1130: begin anew. */
    completeSocialLink: (request: SocialLinkRequest) =>
      http.send('socialAccountResponse', 'POST', '/account/twitter/link/complete', {
        access: 'private',
        body: request,
      }),

    /** Takes the leave back. Throws {@link PrivateReadError}. */
    unlinkSocial: () =>
      http.send('socialAccountResponse', 'DELETE', '/account/twitter/link', { access: 'private' }),

    /** Posts a text with a picture ([7.11]). Throws {@link PrivateReadError}. */
    sendPost: (request: PostRequest) =>
      http.send('postSentResponse', 'POST', '/account/twitter/send', { access: 'private', body: request }),
  }
}
