### Textos da biblioteca.

library-title = Biblioteca
library-total = { $count ->
    [one] { $count } imagem, { SIZE($bytes) }
   *[other] { $count } imagens, { SIZE($bytes) }
}
library-grid = Suas imagens
library-quarantined = Em análise
library-back-to-current = Voltar à imagem atual
library-search = Buscar
library-album = Álbum
library-all-albums = Todos os álbuns
library-tag = Etiqueta
library-all-tags = Todas as etiquetas
library-no-album = Fora de álbuns
library-format = Formato
library-all-formats = Todos os formatos
library-order = Ordenar
library-orders-newest = Mais recentes primeiro
library-orders-oldest = Mais antigas primeiro
library-orders-largest = Maiores primeiro
library-orders-smallest = Menores primeiro
library-empty = Nenhuma imagem
library-empty-text = As imagens que você enviar com sua conta aparecem aqui.
library-upload = Enviar imagens
library-nothing-found = Nenhum resultado
library-nothing-found-text = Tente outra busca ou limpe os filtros.
library-clear-filters = Limpar filtros
library-selected = { $count ->
    [one] { $count } selecionada
   *[other] { $count } selecionadas
}
library-selection-bar = Ações para as imagens selecionadas
library-clear-selection = Limpar seleção
library-move = Mover para álbum
library-move-title = { $count ->
    [one] Mover { $count } imagem
   *[other] Mover { $count } imagens
}
library-moved = { $count ->
    [one] { $count } imagem movida
   *[other] { $count } imagens movidas
}
library-expiry = Expiração
library-expiry-title = { $count ->
    [one] Quando esta imagem deve expirar?
   *[other] Quando estas imagens devem expirar?
}
library-expiry-hint = A contar de agora.
library-expiry-done = { $count ->
    [one] Expiração alterada em { $count } imagem
   *[other] Expiração alterada em { $count } imagens
}
library-copy-links = Copiar links
library-copied = { $count ->
    [one] Copiado: { $what } de { $count } imagem
   *[other] Copiado: { $what } de { $count } imagens
}
library-cover = Usar como capa
library-cover-done = Capa alterada
library-delete-action = Excluir
library-delete-title = { $count ->
    [one] Excluir { $count } imagem?
   *[other] Excluir { $count } imagens?
}
library-delete-text = { $count ->
    [one] Ela será excluída definitivamente e os links vão parar de funcionar.
   *[other] Elas serão excluídas definitivamente e os links vão parar de funcionar.
}
library-deleted = { $count ->
    [one] { $count } imagem excluída
   *[other] { $count } imagens excluídas
}
library-not-all = { $count ->
    [one] { $count } imagem não foi alterada: { $why }
   *[other] { $count } imagens não foram alteradas: { $why }
}
library-details-title = Título
library-details-alt = Texto alternativo
library-details-description = Descrição
library-details-tags = Etiquetas
library-details-filename = Nome do arquivo
library-details-format = Formato
library-details-sides = Dimensões
library-details-size = Tamanho
library-details-uploaded = Envio
library-details-expires = Expiração
library-details-never = Nunca
library-details-views = Visualizações
library-details-album = Álbum
library-details-none = Nenhum
library-details-removed = Metadados removidos
library-details-pixels = { $width } × { $height } pixels
library-search-hint = Nome, álbum ou formato
library-filters = Filtros
library-min-size = Tamanho
library-any-size = Qualquer tamanho
library-size-from = { SIZE($bytes) } ou mais
library-from = De
library-to = Até
library-count = { $count ->
    [one] { $count } imagem
   *[other] { $count } imagens
}
library-found = { $count ->
    [0] Nenhum resultado
    [one] { $count } imagem encontrada
   *[other] { $count } imagens encontradas
}
library-shape = Layout
library-shape-rows = Linhas
library-shape-squares = Quadrados
library-size = Tamanho das miniaturas
library-size-0 = Pequeno
library-size-1 = Médio
library-size-2 = Grande
library-scrubber = Ir para o mês
library-tile-copy = Copiar link
library-select-all = { $count ->
    [one] Selecionar { $count }
   *[other] Selecionar todas as { $count }
}
library-copy-as = Formato do link: { $format }
library-copy-too-many = { $count ->
    [one] Selecione até { $count } imagem para copiar o link.
   *[other] Selecione até { $count } imagens para copiar os links.
}
library-progress = { $done } de { $total }
library-undo = Desfazer
library-more = { $count ->
    [one] e mais { $count }
   *[other] e mais { $count }
}
library-trash-title = { $count ->
    [one] Mover { $count } imagem para a lixeira?
   *[other] Mover { $count } imagens para a lixeira?
}
library-trash-action = Mover para a lixeira
library-trash-text = Os links param de funcionar na hora. Você pode restaurar imagens da lixeira.
library-trashed = { $count ->
    [one] Movida para a lixeira
   *[other] { $count } imagens movidas para a lixeira
}
library-restored = { $count ->
    [one] Imagem restaurada
   *[other] { $count } imagens restauradas
}
library-already-gone = { $count ->
    [one] { $count } imagem já tinha sido excluída.
   *[other] { $count } imagens já tinham sido excluídas.
}
library-details-frames = { $frames ->
    [one] { $format }, { $frames } quadro
   *[other] { $format }, { $frames } quadros
}
library-details-links = Todos os links
library-picker-search = Buscar ou criar um álbum
library-picker-create = Criar “{ $name }”
library-picker-empty = Nenhum álbum. Digite um nome para criar um.
library-lightbox-label = Imagem
library-lightbox-close = Fechar
library-lightbox-position = { $position } de { $total }
library-lightbox-zoom = Zoom
library-lightbox-zoom-in = Ampliar
library-lightbox-zoom-out = Reduzir
library-lightbox-fit = Ajustar à janela
library-lightbox-actual = Tamanho real
library-lightbox-percent = { $percent }%
library-lightbox-facts = Detalhes
library-lightbox-previous = Imagem anterior
library-lightbox-next = Próxima imagem
library-lightbox-actions = Ações para esta imagem
library-lightbox-copy = Copiar link
library-lightbox-download = Baixar
library-lightbox-open = Abrir página
library-lightbox-delete = Excluir
library-lightbox-more = Mais ações
library-lightbox-rename = Renomear
library-lightbox-failed = Não foi possível carregar esta imagem.
library-lightbox-gone = Esta imagem não está mais disponível.
library-rename-title = Renomear imagem
library-rename-name = Nome
library-rename-extension = A extensão { $extension } é mantida.
library-rename-done = Renomeada
library-edit = Editar detalhes
library-edit-save = Salvar
library-edit-alt = O que a imagem mostra, para quem não a vê.
library-edit-tags = Separe as etiquetas com vírgulas.
library-edit-done = Detalhes salvos
