import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../testing/show.tsx'
import { SearchBox } from './SearchBox.tsx'

test('who leaves the box is not overtaken by the search', async () => {
  const onSearch = vi.fn()
  const { screen } = await show(
    <>
      <SearchBox label="Find" placeholder="" value="" onSearch={onSearch} />
      <button type="button" onClick={() => onSearch('pressed')}>
        Open
      </button>
    </>,
  )
  await screen.getByLabelText('Find').fill('riv')
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await expect.poll(() => onSearch.mock.calls.flat()).toEqual(['riv', 'pressed'])
})
