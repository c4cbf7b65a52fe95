/**
 * Name and price of the market as the server wrote them into the page, kept until the app has its own: taken out of the
 * document before the app's first paint, for the market of that address alone.
 */
const element = typeof document === 'undefined' ? null : document.getElementById('shell-market')

/** A copy to stand in the skeleton while the address names that market. */
export function shellMarket(): Node | undefined {
  if (element === null || location.pathname !== `/trade/${element.dataset.symbol}`) return undefined
  return element.cloneNode(true)
}
