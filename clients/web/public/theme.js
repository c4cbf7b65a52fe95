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
  const updown = { 'red-up': 'red', 'colour-blind': 'cb' }[stored.palette]
  if (updown !== undefined) root.dataset.updown = updown
  if (/^zh\b/i.test(stored.language || navigator.language)) root.lang = 'zh'
})()
