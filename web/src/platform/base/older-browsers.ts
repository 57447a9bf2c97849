// What Safari up to 17.3, Chrome up to 118 and Firefox up to 123 lack of what the portal and its packages use; iPhones of 2017 get no newer
// Safari.
// README.md lists the oldest supported browsers; e2e/older-browsers.spec.ts removes newer features and opens every page.

/** Aborts with the first of these signals. */
const anyOf = (signals: Iterable<AbortSignal>) => {
  const controller = new AbortController()
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: controller.signal })
  }
  return controller.signal
}
AbortSignal.any ??= anyOf

Promise.withResolvers ??= <Value>() => {
  let resolve!: (value: Value | PromiseLike<Value>) => void
  let reject!: (reason?: unknown) => void
  const promise = new Promise<Value>((...given) => {
    ;[resolve, reject] = given
  })
  return { promise, resolve, reject }
}

/** Groups the items by their key, keeping their order. */
const groupBy = <Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) => {
  const groups = new Map<Key, Item[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
Map.groupBy ??= groupBy

URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base))
  } catch {
    return false
  }
}

// Loaded as a module, and only if needed.
export {}
