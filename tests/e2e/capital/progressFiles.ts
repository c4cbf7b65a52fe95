/** The files of the progress page, saved as a person saves them, and what the page says beside each. */
import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { readDecimal, usd6 } from '@vest/protocol'
import { formatMoney, formatSignedMoney } from '../../../clients/web/src/shared/format/index.ts'

const SLOW = { timeout: 60_000 }
type Row = Readonly<Record<string, string>>

const money = (text: string | undefined): string => formatMoney(usd6(readDecimal(text!, 6)))
const signed = (text: string | undefined): string => formatSignedMoney(usd6(readDecimal(text!, 6)))

async function rowsOf(panel: Locator, name: string): Promise<readonly Row[]> {
  const [download] = await Promise.all([
    panel.page().waitForEvent('download'),
    panel.getByRole('button', { name: /: Export CSV$/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe(name)
  const [head, ...lines] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  return lines.map((line) => Object.fromEntries(head!.map((key, at) => [key, line[at]!])))
}

/** Of a practice evaluation of a Gold plan with one closed trade, on its first day. */
export async function expectSameInFiles(page: Page): Promise<void> {
  const region = (name: string): Locator => page.getByRole('region', { name, exact: true })
  const practice = region('Practice evaluation')
  await expect(practice).toContainText('$10,000.00', SLOW)

  const [trade, ...otherTrades] = await rowsOf(region('Statistics'), 'vest-capital-trades.csv')
  expect(otherTrades).toEqual([])
  await expect(region('Statistics')).toContainText(`Realised${signed(trade!.result)}`)
  await expect(region('Statistics')).toContainText(`Fees · funding${signed(`-${trade!.fees!}`)}`)

  const [day, ...otherDays] = await rowsOf(region('Days'), 'vest-capital-days.csv')
  expect(otherDays).toEqual([])
  const cell = region('Days').getByRole('button', { pressed: true })
  await expect(cell).toContainText(signed(day!.change))
  await expect(cell).toContainText(String(Number(day!.day!.slice(-2))))
  // The day in full, under its date.
  const dateStyle = { dateStyle: 'full', timeZone: 'UTC' } as const
  const shown = region(new Intl.DateTimeFormat('en', dateStyle).format(Date.parse(day!.day!)))
  await cell.click()
  for (const text of [
    signed(day!.change),
    `Day opens from${money(day!['opening balance'])}`,
    `Daily floor${money(day!['daily floor'])}`,
    `Lowest equity${money(day!['lowest equity'])}`,
    `${day!.fills} on this day`,
    'Closed trades1',
  ])
    await expect(shown).toContainText(text)
  const values = await rowsOf(shown, `vest-capital-${day!.day}.csv`)
  expect(values.at(-1)).toMatchObject({ 'daily floor': day!['daily floor'] })

  const equity = await rowsOf(region('Equity'), 'vest-capital-equity.csv')
  await expect(practice).toContainText(money(equity.at(-1)!.equity))
  await expect(region('Equity')).toContainText(`Goal ${money(equity.at(-1)!.goal)}`)
  await expect(region('Equity')).toContainText(`Drawdown floor ${money(equity.at(-1)!['drawdown floor'])}`)
  await expect(region('Equity')).toContainText(`Daily floor ${money(day!['daily floor'])}`)

  const [plan] = await rowsOf(region('Plan history'), 'vest-capital-plans.csv')
  expect(plan).toMatchObject({ practice: 'true', status: 'active' })
  await expect(region('Plan history')).toContainText(`Practice evaluation`)
  await expect(region('Plan history')).toContainText(money(plan!.size).replace(/\.00$/, ''))
}
