### Textos da lixeira.

trash-title = Lixeira
trash-text = { $days ->
    [0] As imagens aqui são excluídas definitivamente no dia indicado. Elas ocupam seu armazenamento.
    [one] As imagens aqui são excluídas definitivamente após { $days } dia. Elas ocupam seu armazenamento.
   *[other] As imagens aqui são excluídas definitivamente após { $days } dias. Elas ocupam seu armazenamento.
}
trash-images = Imagens na lixeira
trash-select = Selecionar { $name }
trash-left = { $days ->
    [one] Exclusão definitiva em { $days } dia
   *[other] Exclusão definitiva em { $days } dias
}
trash-restore = Restaurar
trash-restore-named = Restaurar { $name }
trash-restored = { $count ->
    [one] { $count } imagem restaurada
   *[other] { $count } imagens restauradas
}
trash-delete = Excluir definitivamente
trash-delete-named = Excluir { $name } definitivamente
trash-delete-title = { $count ->
    [one] Excluir { $name } definitivamente?
   *[other] Excluir { $count } imagens definitivamente?
}
trash-delete-text = { $count ->
    [one] Esta ação não pode ser desfeita.
   *[other] Serão excluídas: { $names }. Esta ação não pode ser desfeita.
}
trash-names-more = { $names } e mais { $count }
trash-deleted = { $count ->
    [one] { $count } imagem excluída definitivamente
   *[other] { $count } imagens excluídas definitivamente
}
trash-empty-action = Esvaziar lixeira
trash-empty-title = { $count ->
    [one] Excluir definitivamente a imagem na lixeira?
   *[other] Excluir definitivamente todas as { $count } imagens na lixeira?
}
trash-empty-text = Esta ação não pode ser desfeita.
trash-nothing = A lixeira está vazia
trash-nothing-text = As imagens excluídas ficam aqui por um tempo para você poder restaurá-las.
trash-library = Ir para a biblioteca
trash-selection-bar = Ações para as imagens selecionadas
trash-selected = { $count ->
    [one] { $count } selecionada
   *[other] { $count } selecionadas
}
trash-clear-selection = Limpar seleção
trash-show-more = Mostrar mais
trash-loading = Carregando imagens
