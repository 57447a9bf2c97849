/** The script of a read-only page: loads the program at the first sign that it is needed; true once it is there. */
let loading: Promise<boolean> | undefined
const load = () => {
  loading ??= import('./main.tsx').then(
    () => {
      removeEventListener('click', pressAgain, true)
      return true
    },
    () => {
      loading = undefined
      addEventListener('online', () => void load(), { once: true })
      return false
    },
  )
  return loading
}

// A browser that was here before may be signed in, or have a logout pending.
if (localStorage.length + sessionStorage.length > 0) void load()

const early = { passive: true, capture: true }
for (const sign of ['pointerdown', 'keydown', 'focusin'] as const)
  addEventListener(sign, () => void load(), { ...early, once: true })

/** For a pointer at rest where the page appears, browsers fire a move of zero distance. */
const onMove = ({ movementX, movementY }: PointerEvent) => {
  if (movementX === 0 && movementY === 0) return
  removeEventListener('pointermove', onMove, true)
  void load()
}
addEventListener('pointermove', onMove, early)

// The program follows the system's color scheme.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => void load(), { once: true })

// The footer's contact details load with the program.
new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && void load()).observe(
  document.querySelector('footer')!,
)

/** A button pressed before the program is ready is pressed again once it is. */
const pressAgain = async ({ target }: Event) => {
  const button = target instanceof Element && target.closest('button')
  if (!button) return
  if (await load()) button.click()
}
addEventListener('click', pressAgain, true)
