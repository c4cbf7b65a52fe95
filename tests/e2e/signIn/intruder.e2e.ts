/**
 * A script that got into the trading page opens the wallet's frame as the page does, over a port of its own, and asks for
 * more than it may have. It gets orders of the person's own key and nothing else; what names a recipient waits for a
 * press that a covered or faint frame does not offer.
 */
import { base64Of } from '@vest/protocol'
import { expect, test, type Page } from '@playwright/test'
import { hostileMessages } from '../../../clients/wallet/src/testing/hostileMessages.ts'
import { journeyStack } from '../journeyStack.ts'
import { openMarket } from '../traderPage.ts'
import { newEmail, signInByMail } from './embeddedTrader.ts'
import { ask, ASKS_PERSON, intrude } from './framePort.ts'

const SYMBOL = 'BTC-PERP'
test.describe('an intruder in the page', () => {
  const stack = journeyStack()
  const read = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${stack.baseUrl}${path}`)).json()) as T

  async function scene(page: Page, style: string) {
    const { walletOrigin } = await read<{ walletOrigin: string }>('/v2/identity')
    const [chain] = await read<{ vault: string; tokens: { address: string }[] }[]>('/v2/transfer/chains')
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signInByMail(page, stack.baseUrl, newEmail())
    await intrude(page, walletOrigin, style)
    return { token: chain!.tokens[0]!.address, vault: chain!.vault, nowMs: Date.now() }
  }

  test('[T26] [F4] gets nothing signed by more than thirty messages, but an order and a deposit of the person’s own', async ({
    page,
  }) => {
    const facts = await scene(page, 'width:1px;height:1px')
    const messages = hostileMessages(facts)
    expect(messages.length).toBeGreaterThan(30)
    for (const [what, method, params] of messages) {
      const answer = await ask(page, method, params)
      expect([what, answer?.ok ?? false]).toEqual([what, false])
      expect(JSON.stringify(answer ?? null)).not.toMatch(/0x[0-9a-f]{64}/)
    }
    const { nowMs } = facts
    const cancel = { kind: 'cancel', time: nowMs, nonce: nowMs, id: `0x${'ab'.repeat(32)}` }
    expect(await ask(page, 'trading.sign', { network: 'evm', actions: [cancel] })).toMatchObject({ ok: true })
    const validBefore = Math.floor(nowMs / 1_000) + 3_600
    const deposit = { chainId: 42161, value: '1000000', validAfter: 0, validBefore }
    expect(await ask(page, 'deposit.authorize', deposit)).toMatchObject({ ok: true })
  })

  for (const [how, style] of [
    ['faint', 'position:fixed;inset:0;width:400px;height:700px;z-index:99;opacity:0.02'],
    ['blurred', 'position:fixed;inset:0;width:400px;height:700px;z-index:99;filter:blur(2px)'],
    ['shrunk', 'position:fixed;inset:0;width:400px;height:700px;z-index:99;transform:scale(0.1)'],
    ['half outside', 'position:fixed;left:-200px;top:0;width:400px;height:700px;z-index:99'],
  ] as const)
    test(`[F3] a frame that is ${how} offers no press`, async ({ page }) => {
      const { nowMs, token } = await scene(page, style)
      const recipient = `0x${'99'.repeat(20)}`
      const withdrawal = { network: 'evm', recipient, token, size: 1_000_000, chainId: 42161 }
      expect(await ask(page, ASKS_PERSON, { ...withdrawal, time: nowMs, nonce: nowMs })).toBeUndefined()
      const approve = page.frameLocator('#intruder').getByRole('button', { name: 'Approve', exact: true })
      await expect(approve).toBeAttached()
      await expect(approve).toBeDisabled()
      await page.evaluate(() => {
        const frame = document.querySelector<HTMLElement>('#intruder')!
        frame.style.cssText = 'position:fixed;left:0;top:0;width:400px;height:700px;z-index:99'
      })
      await expect(approve).toBeEnabled()
    })

  test('[2.38] [7.31] a transaction that the wallet cannot read has no button that approves it', async ({
    page,
  }) => {
    await scene(page, 'position:fixed;left:0;top:0;width:400px;height:700px;z-index:99')
    const transaction = base64Of(new Uint8Array(80).fill(1))
    expect(await ask(page, 'solana.approve', { chain: 'solana:mainnet', transaction })).toBeUndefined()
    const frame = page.frameLocator('#intruder')
    await expect(frame.getByRole('alert')).toContainText('Unsupported Solana transaction type')
    await expect(frame.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await frame.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(frame.getByRole('dialog')).toHaveCount(0)
  })
})
