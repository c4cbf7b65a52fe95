/**
 * The page of devnet's on-ramp: what a card provider shows in its frame, with an outcome to choose instead of a card. Its
 * script speaks to the app by messages alone, and to its own server.
 */
import { createHash } from 'node:crypto'

const STYLE = [
  ':root{--bg:#fffdf8;--field:#f1efe9;--line:#d8d4ca;--text:#1d1b16;--dim:#5f5b52;--ink:#1d1b16;--on:#fff}',
  ':root[data-theme=dark]{--bg:#151411;--field:#23221e;--line:#3a3832;--text:#ece9e1;--dim:#a29d92;--ink:#ece9e1;--on:#12110f}',
  '*{box-sizing:border-box}body{margin:0;padding:20px;font:14px/20px system-ui,sans-serif;background:var(--bg);color:var(--text)}',
  'h1{display:flex;justify-content:space-between;gap:12px;margin:0 0 12px;font-size:14px}h1 span{font-weight:400;color:var(--dim)}',
  'label,legend{display:block;margin:12px 0 6px;color:var(--dim);padding:0}fieldset{border:0;margin:12px 0 0;padding:0}',
  'input[type=text],output{display:block;width:100%;min-height:48px;padding:12px;font:600 20px/24px system-ui,sans-serif;background:var(--field);color:var(--text);border:1px solid var(--line);border-radius:8px}',
  '#email{font-size:14px;font-weight:400}.way{display:flex;flex-wrap:wrap;gap:4px 16px}.way label{display:flex;align-items:center;gap:6px;margin:0;min-height:28px;color:var(--text)}',
  'button{width:100%;min-height:48px;margin-top:16px;border:0;border-radius:8px;font:600 15px/20px system-ui,sans-serif;background:var(--ink);color:var(--on)}button:disabled{opacity:.7}',
  'p{margin:12px 0 0;color:var(--dim)}:focus-visible{outline:2px solid #6f86f7;outline-offset:2px}',
].join('')

const HTML = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Devnet on-ramp</title><style>${STYLE}</style><script src="/onramp.js" defer></script>
<main><h1>Devnet on-ramp <span>No real card, no real money</span></h1>
<form id="form"><label for="usd">You pay, USD</label><input id="usd" type="text" inputmode="decimal" autocomplete="off" value="250.00" maxlength="10" required>
<label for="usdc">You get, USDC <span id="fee"></span></label><output id="usdc" for="usd"></output>
<label for="email">E-mail</label><input id="email" type="text" readonly>
<fieldset><legend>Outcome</legend><div class="way"><label><input type="radio" name="outcome" value="paid" checked>Paid</label><label><input type="radio" name="outcome" value="pending">Pending</label><label><input type="radio" name="outcome" value="failed">Failed</label><label><input type="radio" name="outcome" value="canceled">Cancelled</label></div></fieldset>
<button id="pay">Pay</button></form><p id="said" role="status"></p></main></html>`

export const ON_RAMP_HTML = HTML

/** `appOrigin` alone may frame it and hears what becomes of a payment. */
export const onRampHeaders = (appOrigin: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors ${appOrigin}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
})

/** Runs in the page. Amounts are computed in cents by the server; here they are only shown. */
export const onRampScript = (appOrigin: string): string => `'use strict'
const opener = window.opener ?? window.parent
const tell = (event, more = {}) => opener.postMessage({ type: 'onramp', event, ...more }, ${JSON.stringify(appOrigin)})
const query = new URLSearchParams(location.search), look = new URLSearchParams(location.hash.slice(1))
const by = (id) => document.getElementById(id)
document.documentElement.dataset.theme = look.get('theme') === 'dark' ? 'dark' : 'light'
by('email').value = look.get('email') ?? ''
const send = async (path, body) => {
  const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.msg)
  return answer
}
const order = { payload: query.get('payload'), signature: query.get('signature') }
let quoting = 0
const quote = async () => {
  const mine = ++quoting
  try {
    const { usdc, fee } = await send('/quote', { usd: by('usd').value })
    if (mine === quoting) { by('usdc').value = usdc; by('fee').textContent = '(fee ' + fee + ')'; by('said').textContent = ''; by('pay').disabled = false }
  } catch (error) { if (mine === quoting) { by('usdc').value = ''; by('fee').textContent = ''; by('said').textContent = error.message; by('pay').disabled = true } }
}
by('usd').addEventListener('input', quote)
by('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  by('pay').disabled = true
  try {
    const outcome = document.querySelector('input[name=outcome]:checked').value
    let state = await send('/orders', { ...order, usd: by('usd').value, outcome, nonce: crypto.randomUUID() })
    let told
    for (;;) {
      if (state.status !== told) { told = state.status; by('said').textContent = 'Order ' + state.id + ': ' + told; tell(told, { orderId: state.id, usdc: state.usdc }) }
      if (told !== 'pending' && told !== 'paid') break
      await new Promise((resolve) => setTimeout(resolve, 300))
      state = await send('/orders/state', { ...order, id: state.id })
    }
  } catch (error) { by('said').textContent = error.message; tell('failed') }
  by('pay').disabled = false
})
void quote().then(() => tell('ready'))
`
