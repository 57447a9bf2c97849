/** The script of a page that is only read: loads the program at the first sign that it is needed. */
let loading: Promise<unknown> | undefined
const load = () => {
  loading ??= import('./main.tsx').finally(() => removeEventListener('click', pressAgain, true))
  return loading
}

// A browser that was here before may be signed in, or owe a logout.
if (localStorage.length + sessionStorage.length > 0) void load()

const early = { passive: true, capture: true }
for (const sign of ['pointerdown', 'keydown', 'focusin'] as const)
  addEventListener(sign, () => void load(), { ...early, once: true })

/** Of a pointer that rests where the page appears, a browser says that it moved, by nothing. */
const onMove = ({ movementX, movementY }: PointerEvent) => {
  if (movementX === 0 && movementY === 0) return
  removeEventListener('pointermove', onMove, true)
  void load()
}
addEventListener('pointermove', onMove, early)

// The program follows the system's colors.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => void load(), { once: true })

// The footer's contact details come with the program.
new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && void load()).observe(
  document.querySelector('footer')!,
)

/** A button that is pressed before the program stands behind it is pressed again once it does. */
const pressAgain = async ({ target }: Event) => {
  const button = target instanceof Element && target.closest('button')
  if (!button) return
  await load()
  button.click()
}
addEventListener('click', pressAgain, true)
