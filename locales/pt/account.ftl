### Textos da página da conta.

account-title = Conta
account-tabs-label = Seções da conta
account-tabs-overview = Visão geral
account-tabs-preferences = Preferências
account-tabs-keys = Chaves de API
account-tabs-security = Segurança
account-since = Plano { $plan } desde { DATE($created) }
account-usage-title = Uso
account-usage-requests = Solicitações nesta hora
account-usage-storage = Armazenamento
account-usage-of = { $used } de { $max }
account-usage-unlimited = { $used } (ilimitado)
account-usage-resets = Reinicia às { CLOCK($when) }.
account-usage-images = Imagens
account-usage-albums = Álbuns
account-usage-file-size = Tamanho máximo do arquivo
account-days-title = Últimos { $days } dias
account-days-uploads = Envios
account-days-bytes = Dados enviados
account-days-requests = Solicitações à API
account-preferences-text = Estas configurações valem em todos os navegadores em que você entrar.
account-preferences-uploads = Envios
account-preferences-look = Idioma e aparência
account-preferences-link = Tipo de link
account-preferences-copy = Copiar o link após o envio
account-preferences-copy-hint = Ao enviar uma única imagem.
account-preferences-album = Álbum para novos envios
account-preferences-album-hint = O álbum é criado se não existir. Deixe em branco para nenhum.
account-preferences-expiry = Expiração dos novos envios
account-profile-title = Perfil
account-profile-name = Nome
account-profile-email = Endereço de e-mail
account-profile-password = Senha
account-profile-password-hint = Necessária para alterar seu e-mail.
account-password-title = Senha
account-password-current = Senha atual
account-password-next = Nova senha
account-password-text = Ao alterá-la, você sai da conta em todos os outros dispositivos.
account-password-action = Alterar senha
account-password-none = Sua conta não tem senha. Defina uma para entrar sem outro provedor.
account-password-set = Definir senha
account-password-revoke-keys = Revogar também todas as chaves de API
account-password-revoke-keys-hint = Marque se outra pessoa pode ter visto sua senha ou uma chave.
account-password-changed = { $keys ->
    [0] Senha alterada
    [one] Senha alterada, { $keys } chave de API revogada
   *[other] Senha alterada, { $keys } chaves de API revogadas
}
account-verification-title = Confirme seu e-mail
account-verification-text = Enviamos um link para { $email }. Abra-o para confirmar que o endereço é seu.
account-verification-pending-text = Enviamos um link para { $pending }. Até você abri-lo, seu endereço continua sendo { $email }.
account-verification-again = Enviar de novo
account-verification-sent = Link enviado
account-sessions-title = Onde você entrou
account-sessions-text = Encerre a sessão em navegadores e apps que você não reconhece.
account-sessions-current = Este navegador
account-sessions-unknown = Dispositivo desconhecido
account-sessions-network = Rede: { $network } (aproximada)
account-sessions-times = Entrada: { TIME($created) } · Último uso: { TIME($used) }
account-sessions-times-current = Entrada: { TIME($created) }
account-sessions-end = Sair
account-sessions-end-one = Sair de { $name }
account-sessions-ended = Sessão encerrada
account-sessions-end-others = Sair de todos os outros
account-sessions-end-others-title = Sair de todos os outros?
account-sessions-end-others-text = { $count ->
    [one] A sessão em { $count } outro navegador ou app será encerrada. As chaves de API continuam funcionando.
   *[other] As sessões em { $count } outros navegadores e apps serão encerradas. As chaves de API continuam funcionando.
}
account-sessions-ended-others = { $count ->
    [one] Sessão encerrada em { $count } outro navegador ou app
   *[other] Sessões encerradas em { $count } outros navegadores e apps
}
account-program = { $browser } no { $system }
account-export-title = Baixar seus dados
account-export-text = Um arquivo ZIP com suas imagens em pastas por álbum, além de dados da conta, álbuns, chaves de API (sem os segredos), sessões e preferências.
account-export-action = Baixar ZIP
account-export-started = { $images ->
    [0] Download iniciado
    [one] Baixando { $images } imagem ({ SIZE($bytes) })
   *[other] Baixando { $images } imagens ({ SIZE($bytes) })
}
account-delete-title = Excluir conta
account-delete-text = Seus álbuns, chaves e sessões são excluídos imediatamente. Esta ação não pode ser desfeita.
account-delete-action = Excluir conta
account-delete-dialog = Excluir sua conta?
account-delete-images = O que fazer com suas imagens?
account-delete-remove = Excluir todas; os links deixam de funcionar
account-delete-keep = Manter on-line, sem vínculo com você (não será possível excluí-las)
account-delete-password = Confirme com sua senha
account-delete-done = { $count ->
    [one] Conta excluída com { $count } imagem
   *[other] Conta excluída com { $count } imagens
}
account-keys-title = Chaves de API
account-keys-text = Para programas que fazem envios por você. Trate uma chave como uma senha.
account-keys-empty = Nenhuma chave de API
account-keys-create = Nova chave
account-keys-used = Último uso: { DATE($when) }
account-keys-expires = Expira em { DATE($when) }
account-keys-made = Criada em { DATE($when) }
account-keys-actions-for = Ações para a chave { $name }
account-keys-rename = Renomear
account-keys-rotate = Substituir
account-keys-revoke = Revogar
account-keys-name = Nome
account-keys-name-hint = Onde ela é usada, por exemplo “ShareX no meu notebook”.
account-keys-name-wrong = Digite um nome.
account-keys-expiry = Expiração
account-keys-scopes = Permissões
account-keys-scopes-wrong = Escolha pelo menos uma permissão.
account-keys-scope-all = Acesso total, exceto administração
account-keys-scope-images-write = Enviar e editar imagens
account-keys-scope-images-read = Listar imagens
account-keys-scope-images-delete = Excluir imagens
account-keys-scope-albums-read = Ver álbuns
account-keys-scope-albums-write = Editar álbuns
account-keys-scope-keys-manage = Gerenciar chaves
account-keys-scope-webhooks-manage = Gerenciar webhooks
account-keys-scope-account-read = Ver a conta
account-keys-scope-account-write = Editar a conta
account-keys-scope-admin = Administração
account-keys-create-action = Criar chave
account-keys-issued = Sua nova chave
account-keys-issued-text = Copie agora. Ela não será mostrada de novo.
account-keys-issued-key = Chave de API
account-keys-done = Concluído
account-keys-renamed = Chave renomeada
account-keys-rotate-text = “{ $name }” recebe uma nova chave. Atualize os programas que usam a antiga.
account-keys-grace = Validade da chave antiga
account-keys-revoke-title = Revogar esta chave?
account-keys-revoke-text = Os programas que usam “{ $name }” vão parar de funcionar.
account-keys-revoked = Chave revogada
account-clients-title = Apps e scripts
account-clients-text = Cada download traz uma chave de API própria, que só permite enviar. Não compartilhe o arquivo.
account-clients-sharex = ShareX
account-clients-sharex-text = Capturas de tela no Windows. Abra o arquivo e o ShareX está pronto.
account-clients-flameshot = Flameshot
account-clients-flameshot-text = Capturas de tela no Linux. O script envia as capturas e copia o link; associe-o a uma tecla.
account-clients-spectacle = Spectacle
account-clients-spectacle-text = Capturas de tela no KDE. O script envia as capturas e copia o link; associe-o a uma tecla.
account-clients-macos = macOS
account-clients-macos-text = Para “Executar Script Shell” no app Atalhos: envia os arquivos recebidos ou uma nova captura de tela.
account-clients-ios = iPhone e iPad
account-clients-ios-text = Um atalho na folha de compartilhamento, em quatro passos.
account-clients-shell = Linha de comando
account-clients-shell-text = Envia arquivos ou a entrada padrão com curl e mostra os links.
account-clients-download = Baixar
account-clients-download-for = Baixar para { $name }
account-clients-anonymous = Baixar configuração anônima
account-clients-anonymous-for = Baixar configuração anônima para { $name }
account-clients-steps = Ver os passos
account-clients-done = Download concluído: { $file }
account-clients-replace-title = Substituir sua chave de { $name }?
account-clients-replace-text = Você já tem uma chave de { $name }, criada em { DATE($created) }. Se você a substituir, o arquivo que já baixou deixa de funcionar. Para usar { $name } em um segundo dispositivo, adicione outra chave.
account-clients-replace = Substituir chave
account-clients-add = Adicionar outra chave
account-ios-intro = A Apple só instala atalhos assinados por ela, por isso não há um arquivo para baixar. Criar o seu leva uns dois minutos.
account-ios-new = No app Atalhos, crie um atalho. Nos detalhes, ative “Mostrar na Folha de Compartilhamento” e aceite apenas imagens.
account-ios-request = Adicione a ação “Obter Conteúdo do URL” com este endereço. Escolha o método POST e o corpo da solicitação Formulário e adicione um campo do tipo Arquivo chamado “file” com o valor “Entrada do Atalho”.
account-ios-address = Endereço
account-ios-header = Na mesma ação, adicione um cabeçalho chamado “Authorization”. Para enviar sem sua conta, pule este passo.
account-ios-key-text = Cria uma chave de API que só permite enviar. Ela substitui a chave anterior desta página.
account-ios-create-key = Criar chave
account-ios-authorization = Valor do cabeçalho
account-ios-link = Adicione “Obter Valor do Dicionário” para “data.links.direct” e depois “Copiar para a Área de Transferência”.
account-keys-expiry-0 = Nunca
account-keys-expiry-30 = 30 dias
account-keys-expiry-90 = 90 dias
account-keys-expiry-365 = 1 ano
account-keys-never-used = Nunca usada
account-keys-grace-0 = Encerrar imediatamente
account-keys-grace-1 = 1 hora
account-keys-grace-24 = 1 dia
account-keys-grace-168 = 1 semana
