import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/show.tsx'
import { SelectionBar } from './SelectionBar.tsx'

afterEach(() => page.viewport(1280, 800))

test.each([390, 320])(
  'on a phone, %i px wide, what stands last can be scrolled out from under the bar',
  async (width) => {
    await page.viewport(width, 800)
    const selected = { count: 2, isAll: false, selectAll: () => undefined, clear: () => undefined }
    const { screen } = await show(
      <main>
        <SelectionBar selected={selected as never} total={137}>
          {['Set status', 'Assign physician', 'Email', 'Export selected'].map((name) => (
            <button type="button" key={name} style={{ width: 130, height: 30 }}>
              {name}
            </button>
          ))}
        </SelectionBar>
        <div style={{ height: 2000 }} />
        <nav>Page 1 of 14</nav>
      </main>,
    )
    scrollTo(0, document.documentElement.scrollHeight)
    const last = screen.getByText('Page 1 of 14').element().getBoundingClientRect()
    const bar = document.querySelector('[role=group]')?.getBoundingClientRect()
    expect(last.bottom).toBeLessThanOrEqual(bar?.top ?? 0)
  },
)
