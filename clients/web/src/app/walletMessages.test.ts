/**
 * Every message of the wallet and of signing, in the place that shows it and in both languages: each is brought about as a
 * person meets it, and read from what the screen renders.
 */
import { REFUSAL } from '@vest/protocol'
import { ApiError, TimeoutError, TransportError, ValidationError, createVestClient } from '@vest/sdk'
import type { ChainInfo } from '@vest/protocol'
import i18next, { type i18n, type TFunction } from 'i18next'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import en from '../../public/locales/en.json' with { type: 'json' }
import pagesEn from '../../public/locales/pages.en.json' with { type: 'json' }
import pagesZh from '../../public/locales/pages.zh.json' with { type: 'json' }
import zh from '../../public/locales/zh.json' with { type: 'json' }
import { FRAME_READY_WITHIN_MS, FrameError, openFrame } from '../entities/embedded/frameClient.ts'
import { frameErrorText } from '../entities/embedded/frameErrorText.ts'
import { writeFailure } from '../entities/order/writeFailure.ts'
import { createChainClient } from '../entities/wallet/chainClient.ts'
import { walletWords } from '../entities/wallet/index.ts'
import { DepositProgress } from '../features/deposit/DepositProgress.tsx'
import { runDeposit } from '../features/deposit/depositFlow.ts'
import { connectErrorText, registrationErrorText } from '../features/sign-in/signInError.ts'
import { runWithdraw } from '../features/withdraw/withdrawFlow.ts'
import { WithdrawProgress } from '../features/withdraw/WithdrawProgress.tsx'
import { onrampFailureText } from '../pages/deposit/onrampFailureText.ts'
import { signMessage } from '../pages/sessions/signMessage.ts'

const languages = new Map<string, i18n>()
beforeAll(async () => {
  for (const [language, texts] of [
    ['en', { ...en, ...pagesEn }],
    ['zh', { ...zh, ...pagesZh }],
  ] as const) {
    const instance = i18next.createInstance()
    await instance.init({ lng: language, resources: { [language]: { translation: texts } } })
    languages.set(language, instance)
  }
})

const render = (instance: i18n, element: ReactElement): string =>
  renderToStaticMarkup(createElement(I18nextProvider, { i18n: instance }, element))

type Place = (t: TFunction, instance: i18n) => Promise<string> | string

const CHAIN: ChainInfo = {
  chainId: 42161,
  name: 'Arbitrum',
  networkType: 0,
  isDefault: true,
  vault: `0x${'11'.repeat(20)}`,
  tokens: [],
  explorerUrl: null,
} as unknown as ChainInfo
const clock = { setTimeout: () => 0, clearTimeout: () => undefined }
const none = (): void => undefined

/** The steps of a withdrawal that ended so. */
const withdrawing =
  (reason: unknown): Place =>
  async (_t, instance) => {
    const withdrawal = await runWithdraw({
      client: {
        withdraw: () => Promise.reject(reason),
        transfers: async () => [],
        resolveLostWithdraw: async () => ({ kind: 'refused' }),
      },
      intent: { recipient: '0x', token: '0x', size: 1, chainId: 1, execute: true },
      onTransfer: () => none,
      clock,
      onState: none,
    })
    return render(
      instance,
      createElement(WithdrawProgress, {
        withdrawal,
        size: undefined,
        isWalletSigning: true,
        onClose: none,
        onAgain: none,
      }),
    )
  }
/** The steps of a deposit by transfer. */
const depositing =
  (chain: ChainInfo, openChain: () => Promise<never>): Place =>
  async (_t, instance) => {
    const deposit = await runDeposit({
      chain,
      wallet: { provider: { request: async () => '0xa4b1' } } as never,
      size: 5_000_000 as never,
      origin: 'https://vest.example',
      openChain,
      clock,
      readDeposits: async () => [],
      onTransfer: () => none,
      onState: none,
    })
    return render(instance, createElement(DepositProgress, { deposit, chain, onClose: none, onAgain: none }))
  }
const framed =
  (failure: ConstructorParameters<typeof FrameError>[0]): Place =>
  (t) =>
    frameErrorText(t, new FrameError(failure))

/** What opening the frame, or a question to it, ends with when there is no answer for fifteen seconds. */
async function silent(ask: boolean): Promise<unknown> {
  const timers: (() => void)[] = []
  let listen: (event: unknown) => void = none
  const window = { postMessage: none }
  const opening = openFrame({
    walletOrigin: 'https://wallet.vest.example',
    place: { load: () => window, show: none, hide: none, remove: none },
    page: {
      addEventListener: (_: string, heard: never) => (listen = heard),
      removeEventListener: none,
    } as never,
    clock: {
      setTimeout: (work, delayMs) => {
        expect(delayMs).toBe(FRAME_READY_WITHIN_MS)
        timers.push(work)
      },
      clearTimeout: none,
    },
    onSessionEnded: none,
  })
  if (ask)
    listen({
      source: window,
      origin: 'https://wallet.vest.example',
      data: { vest: 'wallet-ready', version: 1 },
    })
  else timers[0]!()
  try {
    const client = await opening
    const asking = client.call('trading.sign', { network: 'evm', actions: [] as never })
    timers.at(-1)!()
    return await asking.finally(() => client.close())
  } catch (error) {
    return error
  }
}
const caught = async (work: () => unknown): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}
const signing =
  (isEmbedded: boolean, message: string): Place =>
  async (t) =>
    frameErrorText(
      t,
      await caught(() => signMessage(() => Promise.reject(new Error('asked')), { isEmbedded, message })),
    )

const TOKEN = { symbol: 'USDC', address: `0x${'22'.repeat(20)}`, decimals: 6 }
const MESSAGES: readonly (readonly [statement: string, words: string, place: string, said: Place])[] = [
  [
    '8.63',
    'Registration failed - Invalid signature.',
    'registration',
    (t) => registrationErrorText(t, new ApiError(REFUSAL.INVALID_SIGNATURE)),
  ],
  [
    '8.63',
    'Registration failed',
    'registration',
    (t) => registrationErrorText(t, new ValidationError('signature', 'x')),
  ],
  [
    '8.63',
    'Please connect your wallet first',
    'registration',
    (t) => registrationErrorText(t, { code: 4100 }),
  ],
  ['8.64', 'Invalid transaction request', 'withdrawal', withdrawing(new FrameError('invalidRequest'))],
  ['8.64', 'User exited modal before submitting', 'withdrawal', withdrawing(new FrameError('userExited'))],
  ['8.64', 'Wallet is not an embedded wallet', 'message', signing(false, 'hello')],
  ['8.64', 'Message must be a non-empty string', 'message', signing(true, ' \n')],
  ['8.64', 'Failed to connect to wallet', 'list of wallets', (t) => connectErrorText(t, new Error('x'))],
  [
    '8.64',
    'Failed to initialize embedded wallet proxy',
    'log in',
    async (t) => frameErrorText(t, await silent(false)),
  ],
  ['8.64', 'User must be authenticated', 'withdrawal', withdrawing(new FrameError('notAuthenticated'))],
  [
    '8.64',
    'Unable to connect to wallet',
    'any question to the frame',
    async (t) => frameErrorText(t, await silent(true)),
  ],
  ['8.64', 'Failed to sign message', 'registration', (t) => registrationErrorText(t, new Error('ledger'))],
  ['8.64', 'Funding wallet is not enabled', 'pay with card', (t) => onrampFailureText(t, new ApiError(0))],
  ['8.64', 'Unsupported Solana transaction type', 'Solana', framed('unsupportedTransaction')],
  ['8.64', 'Unsupported chain', 'deposit', depositing(CHAIN, () => Promise.reject(new Error('not asked')))],
  [
    '8.64',
    'Wallet is not connected',
    'claim of a withdrawal',
    async (t) =>
      walletWords(
        t,
        await caught(() =>
          createChainClient({
            chain: { ...CHAIN, tokens: [TOKEN] } as never,
            provider: undefined,
            origin: 'https://vest.example',
          }).transferToken(TOKEN.address as never, TOKEN.address as never, 1n),
        ),
      ),
  ],
  [
    '8.64',
    'No such registered address found. Retry connecting your wallet',
    'order',
    async (t) =>
      writeFailure(
        t,
        await caught(() =>
          createVestClient({
            baseUrl: 'https://vest.example',
            signer: { address: TOKEN.address as never, sign: async () => '0x' },
          }).withdraw({
            recipient: `0x${'33'.repeat(20)}`,
            token: TOKEN.address,
            size: 1,
            chainId: 42161,
            execute: true,
          }),
        ),
        (reason) => reason,
      ).title,
  ],
  [
    '8.64',
    'Invalid recipient',
    'withdrawal',
    withdrawing(new ValidationError('recipient', 'Invalid recipient')),
  ],
  ['8.64', 'No signing key found', 'withdrawal', withdrawing(new Error('No signing key found'))],
  [
    '8.64',
    'No signing key found',
    'order',
    (t) => writeFailure(t, new ValidationError('signer', 'none'), String).title,
  ],
  ['8.64', 'Invalid parameters', 'any question to the frame', framed('invalidParameters')],
  ['8.64', 'Request already filled', 'claim of a withdrawal', (t) => t('approved.alreadyFilled')],
  [
    '8.64',
    'Unexpected error. Please contact support in the chat community',
    'log in',
    (t) => frameErrorText(t, new Error('what is this')),
  ],
  [
    '8.55',
    'WebSocket connection max retires reached. Please refresh the page',
    'banner',
    (t) => t('errors.9999' as never),
  ],
]

describe('every message of the wallet, in its place', () => {
  it.each(MESSAGES)('[%s] %s (%s)', async (_statement, words, _place, said) => {
    const english = languages.get('en')!
    const chinese = languages.get('zh')!
    expect(await said(english.t, english)).toContain(words)
    const inChinese = await said(chinese.t, chinese)
    expect(inChinese).not.toContain(words)
    expect(inChinese).toMatch(/\p{Script=Han}/u)
  })

  it('[8.63] a registration without an answer says why', () => {
    const { t } = languages.get('en')!
    expect(registrationErrorText(t, new TimeoutError())).toMatch(/^Registration failed - .*timed out/)
    expect(registrationErrorText(t, new TransportError('x'))).toMatch(/^Registration failed - The exchange/)
  })
})
