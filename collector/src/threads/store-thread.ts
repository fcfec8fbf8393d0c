import { Store } from '../store/store.ts'
import type { Survey } from '../survey.ts'
import { serve } from './remote.ts'

serve((folder: string, survey: Survey) => new Store(folder, survey))
