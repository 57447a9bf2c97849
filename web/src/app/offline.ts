/** The script of the document that replaces every page while offline: opens the page once the server responds. */
const pauseMs = 10_000

const inLanguages = [...document.querySelectorAll<HTMLElement>('[data-language]')]
const wanted = [/language=(\w+)/.exec(document.cookie)?.[1] ?? '', ...navigator.languages].map((code) =>
  code.slice(0, 2),
)
const shown = wanted.flatMap((code) => inLanguages.filter(({ dataset }) => dataset['language'] === code))[0]
if (shown) {
  for (const one of inLanguages) one.hidden = one !== shown
  document.documentElement.lang = shown.dataset['language'] ?? ''
}

const showReason = () => {
  for (const sentence of document.querySelectorAll<HTMLElement>('[data-offline]'))
    sentence.hidden = (sentence.dataset['offline'] === 'server') !== navigator.onLine
}

const openOnceResponded = () => {
  showReason()
  fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).then(
    () => location.reload(),
    () => undefined,
  )
}

showReason()
addEventListener('online', openOnceResponded)
addEventListener('offline', showReason)
setInterval(openOnceResponded, pauseMs)
