/** The script of a page that is only read: loads the program at the first sign that it is needed. */
let loading: Promise<unknown> | undefined
const load = () => {
  loading ??= import('./main.tsx').finally(() => removeEventListener('click', pressAgain, true))
  return loading
}

// A browser that was here before may be signed in, or owe a logout.
if (localStorage.length + sessionStorage.length > 0) void load()

const once = { once: true, passive: true, capture: true }
// A pointer that rests where the page appears is over something, and has not moved.
for (const sign of ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const)
  addEventListener(sign, () => void load(), once)

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
