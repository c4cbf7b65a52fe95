/**
 * Hostile texts through everything that takes a text: every field, the address, local storage, translations, wallets
 * that announce themselves and what they answer, and what a server could send. Nothing runs, nothing becomes markup,
 * no other host is asked, and the page goes on working. Where a text is shown, it is seen as the text that it is.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { journeyStack } from '../journeyStack.ts'
import { injectWallet } from '../../world/injectedWallet.ts'
import { HOSTILE_FEW, HOSTILE_TEXTS } from './hostileTexts.ts'
import { watchForHostility, type HostilityWatch } from './hostilityWatch.ts'
import { settled } from '../routes.ts'
import { inTurn } from '../../../runtime/src/testing/runSeed.ts'
import { deposit, dialog, openMarket, sendOrder, showList, signIn, ticket } from '../traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
/** What goes into fields and addresses, where each text takes a moment: a third in a run, in turn. */
const TEXTS_OF_RUN = inTurn(HOSTILE_TEXTS, 3)

/** Puts each text into the field as a hand would that pastes; each is rendered before the next. */
const pasteAll = (field: Locator, texts: readonly string[]): Promise<void> =>
  field.evaluate(async (element, pasted) => {
    const input = element as HTMLInputElement
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    input.focus()
    for (const text of pasted) {
      write.call(input, text)
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      await new Promise((resolve) => setTimeout(resolve))
    }
  }, texts)

async function pasteIntoField(field: Locator, figure: string): Promise<void> {
  await pasteAll(field, TEXTS_OF_RUN)
  await field.fill(figure)
  await expect(field).toHaveValue(figure)
}

/** Goes to each address inside the running app, up to the first that does not show what it should; answers that one. */
const goToAll = (page: Page, addresses: readonly { readonly url: string; readonly shows?: string }[]) =>
  page.evaluate(async (visited) => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
    for (const { url, shows } of visited) {
      history.pushState({}, '', url)
      const isThere = (): boolean =>
        document.querySelector('main') !== null &&
        (shows === undefined || document.body.textContent.includes(shows))
      await frame()
      for (let tries = 0; tries < 120 && !isThere(); tries += 1) await frame()
      if (!isThere()) return url
    }
    return undefined
  }, addresses)

const nothingHappened = ({ seen, refused }: HostilityWatch): void => {
  expect(seen).toEqual([])
  expect(refused).toEqual([])
}

test.describe('hostile texts', () => {
  const stack = journeyStack()

  test('are of many kinds', () => expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(300))

  test('in fields are figures, searches or recipients that do not exist', async ({ page }) => {
    const watch = await watchForHostility(page, stack.baseUrl)
    const wallet = await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '5,000.00')
    await sendOrder(page, { side: 'Long', size: '2.0000' })
    const form = ticket(page)
    const textbox = (box: Locator, name: string): Locator => box.getByRole('textbox', { name, exact: true })

    await test.step('the ticket', async () => {
      await form.getByRole('tab', { name: 'Limit' }).click()
      await pasteIntoField(textbox(form, 'Price'), '500.00')
      await pasteIntoField(textbox(form, 'Size'), '1.5')
      await form.getByRole('tab', { name: 'Market' }).click()
      await form
        .getByRole('button', { name: /slippage/i })
        .last()
        .click()
      await pasteIntoField(form.getByRole('textbox', { name: /slippage/i }), '1')
    })
    await test.step('the search for markets', async () => {
      await page.getByRole('button', { name: /^SPY-USD .*Choose market$/ }).click()
      const box = dialog(page, 'Choose market')
      await pasteIntoField(box.getByRole('searchbox'), 'TSLA')
      await expect(box.locator('tbody tr').first()).toContainText('TSLA')
      await page.keyboard.press('Escape')
    })
    await test.step('closing a position', async () => {
      await showList(page, 'Positions')
      await page.getByRole('button', { name: 'Close SPY-USD position' }).click()
      const box = dialog(page, 'Close position')
      await box.getByRole('radio', { name: 'Limit' }).click()
      for (const name of ['Price', 'Size']) await pasteIntoField(textbox(box, name), '1')
      await page.keyboard.press('Escape')
    })
    await test.step('deposit', async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Deposit' }).click()
      const amount = textbox(dialog(page, 'Deposit'), 'Amount')
      await pasteIntoField(amount, '10')
      for (const words of HOSTILE_FEW) {
        wallet.failWith(words)
        const box = dialog(page, 'Deposit')
        await box.getByRole('button', { name: /^Deposit [\d.]+ USDC$/ }).click()
        // The wallet's own words, in their first line and as far as there is room for them.
        const told = box.getByRole('alert')
        await expect(told).toBeVisible()
        expect(await told.evaluate((element) => element.textContent)).toContain(
          words.trim().split('\n', 1)[0]!.slice(0, 60),
        )
        await box.getByRole('button', { name: 'Back' }).click()
        await amount.fill('10')
      }
      wallet.failWith(undefined)
      await page.keyboard.press('Escape')
    })
    await test.step('withdrawal', async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Withdraw' }).click()
      const box = dialog(page, 'Withdraw')
      await pasteIntoField(textbox(box, 'Amount'), '10')
      const recipient = box.locator('#withdraw-recipient')
      await pasteAll(recipient, TEXTS_OF_RUN)
      await expect(box.getByRole('button', { name: 'Continue' })).toBeHidden()
      await recipient.fill(wallet.address)
      await box.getByRole('button', { name: 'Continue' }).click()
      await expect(dialog(page, 'Confirm network')).toBeVisible()
    })
    nothingHappened(watch)
  })

  test('in the address are markets, views and pages that do not exist', async ({ page }) => {
    const watch = await watchForHostility(page, stack.baseUrl)
    await openMarket(page, stack.baseUrl, SYMBOL)
    const encoded = TEXTS_OF_RUN.map((text) => [encodeURIComponent(text), text] as const)
    const isSegment = ([part]: readonly [string, string]): boolean => !['', '.', '..'].includes(part)
    await page.goto(`${stack.baseUrl}/trade/NO-SUCH-PERP`)
    await settled(page)
    for (const [name, addresses] of [
      ['market', encoded.filter(isSegment).map(([part, shows]) => ({ url: `/trade/${part}`, shows }))],
      ['view', encoded.map(([part]) => ({ url: `/portfolio?view=${part}` }))],
      ['search', encoded.map(([part]) => ({ url: `/markets?symbol=${part}&ref=${part}&${part}=1` }))],
      ['hash', encoded.map(([part]) => ({ url: `/markets#${part}` }))],
      ['page', encoded.filter(isSegment).map(([part]) => ({ url: `/join/${part}` }))],
    ] as const)
      await test.step(name, async () => expect(await goToAll(page, addresses)).toBeUndefined())
    for (const text of HOSTILE_FEW.slice(0, 10)) {
      const part = encodeURIComponent(text)
      await page.goto(`${stack.baseUrl}/portfolio?view=${part}&symbol=${part}#${part}`)
      await settled(page)
      expect(new URL(page.url()).origin).toBe(stack.baseUrl)
    }
    nothingHappened(watch)
  })

  test('in local storage are as good as nothing', async ({ page }) => {
    const watch = await watchForHostility(page, stack.baseUrl)
    await page.goto(`${stack.baseUrl}/markets`)
    await settled(page)
    const stored = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('vest.preferences'))
    // Written when the markets come: which of them are known is the first thing that is kept.
    await expect.poll(stored).not.toBeNull()
    const fields = Object.keys((JSON.parse((await stored())!) as { state: object }).state)
    expect(fields).toContain('favourites')
    const values = [
      ...HOSTILE_FEW.slice(0, 3),
      null,
      7,
      true,
      [],
      [null],
      [HOSTILE_TEXTS[0]],
      {},
      { visitor: [HOSTILE_TEXTS[0], 5] },
    ]
    const records = [
      ...HOSTILE_FEW.slice(0, 2),
      ...['null', '[]', '{"state":null}', '{"state":"x"}'],
      ...values.map((value) =>
        JSON.stringify({ state: Object.fromEntries(fields.map((field) => [field, value])), version: 0 }),
      ),
    ]
    for (const [at, record] of inTurn(records, 2).entries()) {
      const text = HOSTILE_FEW[at % HOSTILE_FEW.length]!
      await page.evaluate(
        ([preferences, hostile]) => {
          localStorage.setItem('vest.preferences', preferences)
          for (const key of ['vest.account', 'vest.wallet', 'vest.locale.en'])
            localStorage.setItem(key, hostile)
        },
        [record, text] as const,
      )
      await page.goto(`${stack.baseUrl}/trade/${SYMBOL}`)
      await expect(ticket(page), record).toBeVisible()
      await expect(page.locator('canvas').first(), record).toBeVisible()
    }
    nothingHappened(watch)
  })

  test('in the place of every translation are texts', async ({ page }) => {
    const watch = await watchForHostility(page, stack.baseUrl)
    let count = 0
    const replaced = (texts: object): object =>
      Object.fromEntries(
        Object.entries(texts).map(([name, text]: [string, unknown]) => [
          name,
          typeof text === 'string'
            ? HOSTILE_TEXTS[count++ % HOSTILE_TEXTS.length]!
            : replaced(text as object),
        ]),
      )
    await page.route('**/locales/en.json*', async (route) =>
      route.fulfill({ json: replaced((await (await route.fetch()).json()) as object) }),
    )
    for (const path of [
      `/trade/${SYMBOL}`,
      '/trade/NO-SUCH-PERP',
      '/markets',
      '/portfolio',
      '/points',
      '/terms',
    ]) {
      await page.goto(`${stack.baseUrl}${path}`)
      await expect(page.locator('main').first()).toBeVisible()
    }
    expect(count).toBeGreaterThan(HOSTILE_TEXTS.length)
    expect(await page.evaluate(() => document.body.textContent.includes('vestHostile()'))).toBe(true)
    nothingHappened(watch)
  })

  test('of wallets are names, and none of their answers is believed', async ({ page }) => {
    const watch = await watchForHostility(page, stack.baseUrl)
    await page.addInitScript((texts) => {
      const provider = (text: string) => ({
        request: ({ method }: { method: string }) =>
          method === 'eth_requestAccounts'
            ? text.length % 2 === 0
              ? Promise.resolve([text])
              : Promise.reject(Object.assign(new Error(text), { code: -32000 }))
            : Promise.resolve(text),
      })
      addEventListener('eip6963:requestProvider', () => {
        for (const [at, text] of texts.entries()) {
          const icon = at % 2 === 0 ? text : `data:image/svg+xml,${encodeURIComponent(text)}`
          const info = { uuid: `${text}${at}`, name: `${at} ${text}`, rdns: text || 'x', icon }
          dispatchEvent(
            new CustomEvent('eip6963:announceProvider', { detail: { info, provider: provider(text) } }),
          )
        }
      })
    }, HOSTILE_TEXTS)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
    const box = dialog(page, 'Log in')
    const listed = box.getByRole('listitem')
    await expect(listed.nth(HOSTILE_TEXTS.length - 1)).toBeAttached()
    const names = await listed.locator('button > span.truncate').allTextContents()
    for (const [at, text] of HOSTILE_TEXTS.entries()) expect(names).toContain(`${at} ${text}`.slice(0, 40))
    const buttons = listed.getByRole('button')
    for (let at = 0; at < HOSTILE_TEXTS.length; at += 12) {
      await buttons.nth(at).click()
      await expect(box.getByRole('alert')).toBeVisible()
      await expect(buttons.nth(at)).toBeEnabled()
    }
    expect(await page.evaluate(() => localStorage.getItem('vest.wallet'))).toBeNull()
    nothingHappened(watch)
  })

  test('from the exchange are texts', async ({ page }) => {
    const watch = await watchForHostility(page, stack.baseUrl)
    let count = 0
    const next = (): string => HOSTILE_TEXTS[count++ % HOSTILE_TEXTS.length]!
    await page.route('**/v2/exchangeInfo*', async (route) => {
      const info = (await (await route.fetch()).json()) as { symbols: object[] }
      const symbols = info.symbols.map((one) => ({ ...one, displayName: next(), base: next() }))
      await route.fulfill({ json: { ...info, symbols } })
    })
    await page.route('**/v2/status*', (route) => route.fulfill({ json: { status: next(), message: next() } }))
    await page.route('**/v2/{klines,trades}*', (route) =>
      route.fulfill({ status: 400, json: { code: next(), msg: next() } }),
    )
    for (const path of ['/markets', `/trade/${SYMBOL}`, '/trade/BTC-PERP', '/portfolio']) {
      await page.goto(`${stack.baseUrl}${path}`)
      await expect(page.locator('main').first()).toBeVisible()
    }
    await page.goto(`${stack.baseUrl}/markets`)
    await settled(page)
    expect(count).toBeGreaterThan(HOSTILE_TEXTS.length)
    const text = await page
      .locator('main')
      .first()
      .evaluate((element) => element.textContent)
    expect(text).toContain('vestHostile()')
    nothingHappened(watch)
  })
})
