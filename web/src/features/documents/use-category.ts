import { documentCategories } from '@fornix/contract'
import { useListParams } from '../../ui/list/use-list-params.ts'

export const categoryIn = (text: string | null) => documentCategories.find((category) => category === text)

/** The category that filters the list, kept in the address. */
export const useCategory = () => categoryIn(useListParams().filter('category'))
