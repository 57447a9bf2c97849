/** The script of the document that stands in for every page without network: opens the page once the server answers. */
const pauseMs = 10_000

const tellWhy = () => {
  for (const sentence of document.querySelectorAll<HTMLElement>('[data-offline]'))
    sentence.hidden = (sentence.dataset['offline'] === 'server') !== navigator.onLine
}

const openOnceAnswered = () => {
  tellWhy()
  fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).then(
    () => location.reload(),
    () => undefined,
  )
}

tellWhy()
addEventListener('online', openOnceAnswered)
addEventListener('offline', tellWhy)
setInterval(openOnceAnswered, pauseMs)
