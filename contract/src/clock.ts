let clock = () => Date.now()

/** People set their devices' clocks by hand: code running there uses the server's time. */
export const setClock = (next: () => number) => {
  clock = next
}

/** The time for checking days. */
export const nowMs = () => clock()
