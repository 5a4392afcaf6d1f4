### Textos dos álbuns.

albums-title = Álbuns
albums-create = Novo álbum
albums-create-action = Criar álbum
albums-empty = Nenhum álbum
albums-empty-text = Reúna imagens em um álbum e compartilhe tudo com um único link.
albums-name = Nome
albums-name-wrong = Digite um nome.
albums-description = Descrição
albums-count = { $count ->
    [0] Vazio
    [one] { $count } imagem, { SIZE($bytes) }
   *[other] { $count } imagens, { SIZE($bytes) }
}
albums-shared = Compartilhado por link
albums-show-more = Mostrar mais
albums-edit = Editar
albums-edit-title = Editar álbum
albums-share = Compartilhar
albums-share-named = Compartilhar { $name }
albums-share-title = Compartilhar “{ $name }”
albums-share-text = Só quem tem o link pode ver.
albums-share-start = Criar link
albums-share-created = Link criado e copiado
albums-share-copy = Copiar link
albums-share-copied = Link copiado
albums-share-sheet = Compartilhar…
albums-share-open = Abrir
albums-share-settings = Configurações do link
albums-share-password = Senha
albums-share-password-off = Qualquer pessoa com o link pode abrir o álbum.
albums-share-password-on = O álbum pede a senha. Os links diretos das imagens funcionam sem ela.
albums-share-password-hint = Protege a página do álbum e o download. Os links diretos das imagens funcionam sem ela.
albums-share-password-add = Adicionar senha
albums-share-password-change = Alterar
albums-share-password-remove = Remover
albums-share-password-save = Salvar senha
albums-share-password-short = Use pelo menos { $min } caracteres.
albums-share-end = Expiração do link
albums-share-end-never = Nunca
albums-share-end-days = { $days ->
    [one] Em { $days } dia
   *[other] Em { $days } dias
}
albums-share-end-pick = Em uma data…
albums-share-end-date = Data e hora
albums-share-ended = Este link expirou. Quem o abre vê que o álbum não está mais compartilhado.
albums-share-download = Permitir baixar o álbum
albums-share-download-hint = Quem tem acesso pode salvar todas as imagens em um arquivo ZIP.
albums-share-stop = Parar de compartilhar
albums-share-stop-title = Parar de compartilhar “{ $name }”?
albums-share-stop-text = O link deixa de funcionar para todos. Se você compartilhar o álbum de novo, ele recebe um novo link.
albums-link-ended = Link expirado
albums-share-link = Link do álbum
albums-share-stopped = O link não funciona mais
albums-delete = Excluir álbum
albums-delete-title = Excluir “{ $name }”?
albums-delete-shared = O link dele deixa de funcionar.
albums-delete-images = { $count ->
    [one] O que fazer com a imagem dele?
   *[other] O que fazer com as { $count } imagens dele?
}
albums-delete-keep = Manter na biblioteca
albums-delete-trash = { $count ->
    [one] Mover para a lixeira; o link deixa de funcionar
   *[other] Mover para a lixeira; os links deixam de funcionar
}
albums-delete-all = { $count ->
    [one] Excluir definitivamente; o link deixa de funcionar
   *[other] Excluir definitivamente; os links deixam de funcionar
}
albums-deleted = Álbum excluído
albums-back = Todos os álbuns
albums-grid = Imagens em { $name }
albums-empty-album = Este álbum está vazio
albums-empty-album-text = Solte imagens aqui ou mova algumas da sua biblioteca.
albums-actions-for = Ações para { $name }
albums-add-images = Adicionar imagens
albums-sort = Ordenar
albums-sort-newest = Mais recentes primeiro
albums-sort-oldest = Mais antigos primeiro
albums-sort-name = Nome
albums-sort-images = Mais imagens
albums-sort-size = Maiores primeiro
albums-cover = Escolher capa
albums-cover-title = Escolha uma capa
albums-cover-newest = Usar a imagem mais recente
