import { SearchBox } from './SearchBox.tsx'
import { useListParams } from './use-list-params.ts'

/** The search of a list, which the address keeps; other words begin at the first page. */
export const ListSearch = ({ words }: { words: { searchLabel: string; search: string } }) => {
  const { searchQuery, set } = useListParams()
  return (
    <SearchBox
      label={words.searchLabel}
      placeholder={words.search}
      value={searchQuery}
      onSearch={(typed) => set({ searchQuery: typed, page: 1 })}
    />
  )
}
