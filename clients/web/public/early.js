// Asks for what the app asks for first while its code is still on the way: markets, prices, texts. The app takes the
// answers (src/shared/earlyAnswers.ts); once it has begun to ask itself there is nothing to do here.
;(function () {
  if (globalThis.vestEarly !== undefined || !/^\/(trade(\/|$)|$)/.test(location.pathname)) return
  let language = navigator.language
  let hasTexts = true
  try {
    const stored = JSON.parse(localStorage.getItem('vest.preferences') || '{}').state || {}
    language = stored.language || language
    hasTexts = localStorage.getItem(/^zh\b/i.test(language) ? 'vest.locale.zh' : 'vest.locale.en') !== null
  } catch {
    // Storage may be blocked or damaged: the app looks after its texts itself then.
  }
  const paths = ['/v2/exchangeInfo', '/v2/ticker/latest']
  if (!hasTexts) paths.push(/^zh\b/i.test(language) ? '/locales/zh.json' : '/locales/en.json')
  const answers = new Map()
  for (const path of paths) {
    const answer = fetch(path, { headers: { accept: 'application/json' } })
    // Its taker hears of a failure; an answer that is not taken is not missed.
    answer.catch(() => undefined)
    answers.set(path, answer)
  }
  globalThis.vestEarly = answers
})()
