/**
 * A position is shared: the card says what the table said, leaves as a picture that can be decoded, and goes where
 * its owner sends it. And numbers are explained: by keyboard, with the figure that stands on the screen, in both
 * themes and on small screens.
 */
import { readFileSync } from 'node:fs'
import { expect, test, type ElementHandle, type Locator, type Page } from '@playwright/test'
import { journeyStack } from './journeyStack.ts'
import { injectWallet } from '../world/injectedWallet.ts'
import { graveViolations } from './accessibility.ts'
import { pngSize, readPicture, type Part } from './cardPicture.ts'
import { listenForNoise } from './pageNoise.ts'
import { openPage, settled, SIZES, THEMES } from './routes.ts'
import { inTurn } from '../../runtime/src/testing/runSeed.ts'
import { closePosition, deposit, dialog, openMarket, sendOrder, showList, signIn } from './traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const LABEL = 'SPY-USD'
const CHARCOAL = [0x15, 0x13, 0x11]
const UP = [0x55, 0xd0, 0x9b]
const DOWN = [0xf2, 0x7a, 0x6f]
const PARTS = {
  head: [22, 18, 100, 24],
  token: [22, 68, 28, 28],
  leverage: [188, 68, 45, 28],
  roe: [22, 110, 180, 52],
  lapel: [400, 100, 20, 30],
  prices: [22, 256, 200, 36],
  code: [330, 256, 90, 36],
  ruler: [0, 318, 438, 12],
} as const satisfies Readonly<Record<string, Part>>

const card = (page: Page): Locator => dialog(page, 'Share position').getByRole('img')
const painted = (page: Page): Promise<void> => expect(card(page)).toHaveAttribute('aria-busy', 'false')
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function download(page: Page): Promise<{ readonly name: string; readonly file: Buffer }> {
  const saving = page.waitForEvent('download')
  await dialog(page, 'Share position').getByRole('button', { name: 'Download image' }).click()
  const saved = await saving
  return { name: saved.suggestedFilename(), file: readFileSync(await saved.path()) }
}

/** Presses a share button and answers what its row said in that very moment. */
const shareRow = (button: Locator): Promise<string> =>
  button.evaluate((element: HTMLElement) => {
    const row = element.closest('tr')!.innerText
    element.focus()
    element.click()
    return row
  })

async function signedInWithPosition(page: Page, baseUrl: string): Promise<void> {
  await injectWallet(page)
  await openMarket(page, baseUrl, SYMBOL)
  await signIn(page)
  await deposit(page, '5,000.00')
  await sendOrder(page, { side: 'Long', size: '25.0000' })
  await showList(page, 'Positions')
}

/** The number of the position in the column of this head. */
async function numberUnder(page: Page, head: string): Promise<Locator> {
  const grid = page.getByRole('table', { name: 'Positions' })
  const at = (await grid.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).indexOf(head)
  return grid.getByRole('row', { name: LABEL }).getByRole('cell').nth(at).getByRole('button').first()
}

/** What the number says and what its explanation ends at, read in one moment. */
const bothFigures = (opener: ElementHandle<HTMLElement>): Promise<readonly (string | undefined)[]> =>
  opener.evaluate((element) => [
    element.innerText,
    document.querySelector<HTMLElement>('[role="dialog"] strong')?.innerText,
  ])

/** Opens an explanation by keyboard, judges it, and leaves it by Escape. They look alike: axe is asked once of each form. */
async function expectExplained(
  page: Page,
  [opener, title]: readonly [Locator, string],
  judged?: 'with axe',
): Promise<void> {
  await expect(opener).toHaveAttribute('aria-haspopup', 'dialog')
  // A sheet hides the page behind it from queries by role.
  const number = (await opener.elementHandle()) as ElementHandle<HTMLElement>
  await opener.focus()
  await page.keyboard.press('Enter')
  const layer = dialog(page, title)
  await expect(layer).toBeVisible()
  await expect.poll(() => layer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  const [shown, result] = await bothFigures(number)
  expect(shown).toMatch(/\d/)
  expect(result).toBe(shown)
  if (judged === 'with axe') expect.soft(await graveViolations(page), title).toEqual([])
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')
  await expect(layer).toBeHidden()
  await expect(opener).toBeFocused()
}

test.describe('share and explain', () => {
  const stack = journeyStack()

  test('[1.2] [2.40] [6.8] [7.19] [8.62] a position is shared as a picture, by a post and after its end', async ({
    browser,
  }) => {
    const page = await openPage(browser, { viewport: SIZES['1440x900'], theme: 'light', language: 'en' })
    const said = listenForNoise(page)
    await signedInWithPosition(page, stack.baseUrl)
    const opener = page.getByRole('button', { name: `Share ${LABEL} position` })
    const box = dialog(page, 'Share position')

    await test.step('the card says what the table said', async () => {
      const row = await shareRow(opener)
      await painted(page)
      const [roe] = /[+−]?[\d.]+%$/m.exec(
        row
          .split('\n')
          .filter((line) => line.includes('%'))
          .at(-1)!,
      )!
      await expect(card(page)).toHaveAccessibleName(
        new RegExp(
          `^Share card of ${LABEL} Long with a return on equity of ${roe.replace('−', 'minus ').replace('+', '\\+')}, leverage 10X, Entry [\\d.]+, Current [\\d.]+, Referral code [A-Z0-9]{6}\\.$`,
        ),
      )
      const [, entry, current] = /Entry ([\d.]+), Current ([\d.]+)/.exec(
        (await card(page).getAttribute('aria-label'))!,
      )!
      expect(row).toContain(entry)
      expect(row).toContain(current)
      expect.soft(await graveViolations(page)).toEqual([])
    })

    await test.step('its picture is 1200×904, charcoal in the light theme, and painted where it should be', async () => {
      const { name, file } = await download(page)
      expect(name).toBe(`vest-${LABEL}.png`)
      expect(pngSize(file)).toEqual({ width: 1_200, height: 904 })
      const picture = await readPicture(page, file, PARTS)
      expect([picture.width, picture.height, picture.ground]).toEqual([1_200, 904, CHARCOAL])
      for (const [part, { ink }] of Object.entries(picture.parts)) expect(ink, part).toBeGreaterThan(0.02)
      expect(picture.parts['token']!.ink).toBeGreaterThan(0.7)
      const outcome = (await card(page).getAttribute('aria-label'))!.includes('minus') ? DOWN : UP
      const { colour } = picture.parts['roe']!
      for (const [channel, value] of outcome.entries())
        expect(Math.abs(colour[channel]! - value)).toBeLessThanOrEqual(2)
    })

    await test.step('what is switched off is not on it', async () => {
      for (const choice of ['Entry price', 'Current price', 'Leverage'])
        await box.getByRole('checkbox', { name: choice }).click()
      await painted(page)
      await expect(card(page)).not.toHaveAccessibleName(/Entry|Current|leverage/)
      const { parts } = await readPicture(page, (await download(page)).file, PARTS)
      expect([parts['prices']!.ink, parts['leverage']!.ink]).toEqual([0, 0])
      expect(parts['roe']!.ink).toBeGreaterThan(0.02)
      await box.getByRole('checkbox', { name: 'Entry price' }).click()
      await painted(page)
      const again = await readPicture(page, (await download(page)).file, PARTS)
      expect(again.parts['prices']!.ink).toBeGreaterThan(0.01)
    })

    await test.step('without leave to post, Share opens a compose link', async () => {
      await page.context().route('https://x.com/**', (route) => route.fulfill({ body: 'a composer' }))
      const opening = page.context().waitForEvent('page')
      await box.getByRole('link', { name: 'Share' }).click()
      const composer = await opening
      await expect(composer.getByText('a composer')).toBeVisible()
      const link = new URL(composer.url())
      expect(link.origin + link.pathname).toBe('https://x.com/intent/post')
      expect(link.searchParams.get('text')).toMatch(
        new RegExp(`^${LABEL} Long: .*% return on equity on Vest\\.`),
      )
      expect(link.searchParams.get('url')).toBe(`${stack.baseUrl}/trade/${SYMBOL}`)
      await composer.close()
      await page.keyboard.press('Escape')
      await expect(box).toBeHidden()
      await expect(opener).toBeFocused()
    })
    expect(said).toEqual([])

    await test.step('linked at the network, the picture goes there through the exchange', async () => {
      await opener.click()
      await painted(page)
      const leave = async (): Promise<Page> => {
        const opening = page.context().waitForEvent('page')
        await box.getByRole('button', { name: 'Link account' }).click()
        return opening
      }
      await (await leave()).getByRole('button', { name: 'Cancel' }).click()
      await expect(box.getByRole('alert')).toHaveText('Leave was not given. Nothing was linked.')
      const network = await leave()
      await network.getByRole('textbox', { name: 'Name' }).fill('trader_7')
      const { origin } = new URL(network.url())
      await network.getByRole('button', { name: 'Allow' }).click()
      await expect(box.getByText('Posts as @trader_7 on X.')).toBeVisible()
      expect.soft(await graveViolations(page)).toEqual([])
      const posting = page.waitForRequest(/\/v2\/account\/twitter\/send\b/)
      await box.getByRole('button', { name: 'Share' }).click()
      const post = (await posting).postDataJSON() as { readonly text: string; readonly image: string }
      expect(pngSize(Buffer.from(post.image.split(',')[1]!, 'base64'))).toEqual({ width: 1_200, height: 904 })
      expect(post.text.length).toBeLessThanOrEqual(280)
      await expect(page.getByText('The card is posted')).toBeVisible()
      await expect(box).toBeHidden()
      const shown = await (await fetch(origin)).text()
      expect(shown).toContain('@trader_7')
      expect(shown).toContain(post.text)
      const picture = await fetch(origin + /src="(\/media\/\d+)"/.exec(shown)![1]!)
      expect(pngSize(Buffer.from(await picture.arrayBuffer()))).toEqual({ width: 1_200, height: 904 })
    })

    await test.step('a failure says so, and what was linked can be unlinked', async () => {
      await page.route(/\/v2\/account\/twitter\/send\b/, (route) =>
        route.fulfill({ status: 503, json: { code: 0, msg: 'no', detail: { code: 0, msg: 'no' } } }),
      )
      await opener.click()
      await painted(page)
      await box.getByRole('button', { name: 'Share' }).click()
      await expect(box.getByRole('alert')).toHaveText(
        'This exchange cannot post for you. Download the image instead.',
      )
      await box.getByRole('button', { name: 'Unlink' }).click()
      await expect(box.getByRole('link', { name: 'Share' })).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('a position that has ended can be shared from the portfolio', async () => {
      await closePosition(page, LABEL)
      await page.goto(`${stack.baseUrl}/portfolio?view=position-history`)
      await settled(page)
      await opener.click()
      await painted(page)
      await expect(card(page)).toHaveAccessibleName(/leverage 10X, Entry [\d.]+, Close [\d.]+, Referral code/)
      await page.keyboard.press('Escape')
    })
    await page.context().close()
  })

  for (const theme of inTurn(THEMES, 2))
    test(`${theme}: numbers explain themselves, by keyboard and on small screens`, async ({ browser }) => {
      const page = await openPage(browser, { viewport: SIZES['1440x900'], theme, language: 'en' })
      const said = listenForNoise(page)
      await signedInWithPosition(page, stack.baseUrl)

      await test.step('on the trading page', async () => {
        const [liquidation, pnl, funding] = await Promise.all(
          ['Liq. price', 'PnL', 'Funding'].map((head) => numberUnder(page, head)),
        )
        await expectExplained(page, [liquidation!, `Liq. price · ${LABEL}`], 'with axe')
        await expectExplained(page, [pnl!, `PnL · ${LABEL}`])
        await expectExplained(page, [funding!, `Funding · ${LABEL}`])
        const bar = page.getByRole('region', { name: 'Market' })
        await expectExplained(page, [bar.getByRole('button', { name: /%$/ }), `Funding 8h · ${LABEL}`])
        const account = page.getByRole('region', { name: 'Account', exact: true })
        await expectExplained(page, [account.getByRole('button', { name: /^\d+$/ }), 'Account health'])
        await expectExplained(page, [
          account.getByRole('button', { name: /^\$/ }).first(),
          'Maintenance margin',
        ])
      })

      await test.step('in the portfolio', async () => {
        await page.goto(`${stack.baseUrl}/portfolio`)
        await settled(page)
        const figures = page.getByRole('region', { name: 'Summary' }).getByRole('button')
        await expectExplained(page, [figures.nth(0), 'Unrealized PnL'])
        await expectExplained(page, [figures.nth(1), 'Available'], 'with axe')
        await expectExplained(page, [figures.nth(2), 'Funding paid'])
      })

      await test.step('as a sheet on small screens, like the share card', async () => {
        await page.setViewportSize(SIZES['390x844'])
        const row = page.getByRole('list', { name: 'Positions' }).getByRole('listitem')
        await expectExplained(
          page,
          [row.getByRole('button', { name: /^[+−]?\$/ }).first(), `PnL · ${LABEL}`],
          'with axe',
        )
        const share = row.getByRole('button', { name: `Share ${LABEL} position` })
        await share.focus()
        await page.keyboard.press('Enter')
        await painted(page)
        expect(await sideways(page)).toBeLessThanOrEqual(0)
        expect.soft(await graveViolations(page)).toEqual([])
        await page.keyboard.press('Escape')
        await expect(share).toBeFocused()
      })
      expect(said).toEqual([])
      await page.context().close()
    })
})
