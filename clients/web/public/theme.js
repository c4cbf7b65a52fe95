// Sets the theme and palette before the first paint. A file of its own, so that no inline script is needed.
// The stored value is the same that src/entities/preferences writes.
;(function () {
  const root = document.documentElement
  let stored = {}
  try {
    stored = JSON.parse(localStorage.getItem('vest.preferences') || '{}').state || {}
  } catch {
    // Storage may be blocked or damaged: the system preference decides then.
    stored = {}
  }
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  root.dataset.theme = stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : system
  if (stored.isColourBlind === true) root.dataset.updown = 'cb'
  if (stored.language === 'zh') root.lang = 'zh'
})()
